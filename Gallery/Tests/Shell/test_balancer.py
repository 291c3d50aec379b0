"""What nginx makes of several servers, by `scripts/balancer.sh`."""

import json
import shutil
import sys
import urllib.error
import urllib.request

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "scripts"))

from cluster import Cluster  # noqa: E402

pytestmark = pytest.mark.skipif(not shutil.which("nginx"), reason="there is no nginx; scripts/install.sh cluster has it")


@pytest.fixture
def cluster(binary, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cluster")
    for place in [folder, *folder.parents][:3]:
        place.chmod(0o711)
    cluster = Cluster(folder, 2, balanced=True, divided=False)
    yield cluster
    for part in [cluster.balancer, *cluster.servers]:
        part.stop()
    if cluster.database.process.poll() is None:
        cluster.database.stop()


def ask(address: str, body: bytes | None = None):
    request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def test_while_the_database_is_away_what_is_cached_is_served_and_the_rest_refused_with_a_sentence(cluster):
    """Two refusals took both servers away: for seconds everybody read nginx's own 502, of cached pictures, too."""
    picture = json.loads(ask(f"{cluster.address}/api/covers?count=1")[2])["covers"][0]["image"]
    for server in cluster.servers:
        assert ask(server.address + picture)[0] == 200
    cluster.database.stop()
    for _ in range(10):
        status, fields, body = ask(f"{cluster.address}/api/photos")
        assert (status, fields["Content-Type"]) == (503, "application/problem+json"), body
        assert fields["Retry-After"]
        assert ask(cluster.address + picture)[0] == 200


def test_a_dead_server_is_not_noticed_by_who_asks(cluster):
    cluster.servers[0].kill()
    for _ in range(6):
        assert ask(f"{cluster.address}/api/music?limit=1")[0] == 200
    cluster.servers[0].start()


def test_an_order_of_the_largest_size_arrives(cluster):
    """nginx refused more than a million bytes by itself, in HTML."""
    for length, status in [(1_900_000, 422), (2_100_000, 413)]:
        answered, fields, _ = ask(f"{cluster.address}/api/photos", json.dumps({"urls": ["x" * length]}).encode())
        assert (answered, fields["Content-Type"]) == (status, "application/problem+json")
        assert fields["X-Request-ID"]
