"""Who adds a product of the library gets what that product needs, and nothing else."""

import json

import pytest

from conftest import run

# Of the system and of others: what a product may pull in.
ALLOWED = {
    "Errands": set(),
    "ErrandsPromises": set(),
    "PromiseKit": set(),
    "ErrandsBolts": set(),
    "BoltsSwift": set(),
    "ErrandsOperations": set(),
    "ErrandsTesting": set(),
    "ErrandsCombine": {"OpenCombine"},
    "ErrandsLoading": {"swift-crypto"},
    "ErrandsImages": {"CVips"},
    "ErrandsImageLoading": {"CVips", "swift-crypto"},
    "ErrandsObservability": {"swift-log", "swift-metrics", "swift-distributed-tracing"},
    "ErrandsPostgres": {"CPostgres", "swift-crypto"},
    "ErrandsUpstream": {"swift-nio"},
    "ErrandsAsyncHTTPClient": {
        "swift-crypto", "swift-nio", "swift-nio-extras", "swift-nio-http2", "swift-nio-ssl", "async-http-client",
        "swift-distributed-tracing",
    },
}


@pytest.fixture(scope="module")
def package() -> dict:
    result = run("swift", "package", "dump-package")
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def needs(target: str, targets: dict) -> set[str]:
    """The packages, and the libraries of the system, that a target stands on."""
    found = {target} if targets[target]["type"] == "system" else set()
    for dependency in targets[target]["dependencies"]:
        if "product" in dependency:
            found.add(dependency["product"][1])
        else:
            (name, *_), = dependency.values()
            found |= needs(name, targets)
    return found


def test_every_product_is_named_here(package):
    assert {product["name"] for product in package["products"]} == set(ALLOWED)


@pytest.mark.parametrize("product", ALLOWED)
def test_a_product_needs_no_more_than_it_says(package, product):
    targets = {target["name"]: target for target in package["targets"]}
    assert needs(product, targets) == ALLOWED[product]
