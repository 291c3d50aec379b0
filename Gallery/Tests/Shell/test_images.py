"""`gallery image` beside Pillow: what it decodes is what Pillow decodes, of every format and oddity that we can make.

Both stand on the same decoders for JPEG and PNG, so that all that may differ is what is made of their pixels: colours are
converted by two colour engines, and lossy formats are upsampled in two ways. How much that may be is said beside each file.
"""

import io
import json
import os
import subprocess
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageCms, ImageDraw, ImageOps, ImageStat

WIDTH, HEIGHT = 150, 100


def drawing(mode: str = "RGB") -> Image.Image:
    """Gradients and shapes; in a mode with transparency, a disc on nothing."""
    image = Image.new("RGBA", (WIDTH, HEIGHT), (255, 255, 255, 0))
    for x in range(WIDTH):
        for y in range(HEIGHT):
            image.putpixel((x, y), (x * 255 // WIDTH, y * 255 // HEIGHT, (x + y) % 256, 255))
    draw = ImageDraw.Draw(image)
    draw.ellipse((20, 20, 80, 80), fill=(200, 30, 60, 255))
    draw.rectangle((90, 10, 140, 60), fill=(20, 60, 200, 255))
    if mode in {"RGBA", "LA"}:
        mask = Image.new("L", image.size, 0)
        ImageDraw.Draw(mask).ellipse((10, 5, 140, 95), fill=255)
        ImageDraw.Draw(mask).rectangle((60, 40, 100, 60), fill=120)
        image.putalpha(mask)
    return image.convert(mode)


def exif(orientation: int) -> bytes:
    """An orientation, and a place that nobody else has to know."""
    made = Image.Exif()
    made[0x0112] = orientation
    made[0x010E] = "SECRETPLACE"
    made.get_ifd(0x8825)[1] = "N"
    made.get_ifd(0x8825)[2] = (48.0, 51.0, 29.9)
    return made.tobytes()


def srgb() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def sixteen_bits() -> Image.Image:
    grey = Image.new("I;16", (WIDTH, HEIGHT))
    for x in range(WIDTH):
        for y in range(HEIGHT):
            grey.putpixel((x, y), (x * 65_535 // WIDTH + y * 7) % 65_536)
    return grey


# The image, how Pillow writes it, and how far two decoders may be apart, in the mean of all channels.
STILL = {
    "baseline.jpg": (drawing(), {"quality": 90}, 0.5),
    "progressive.jpg": (drawing(), {"quality": 90, "progressive": True}, 0.5),
    "subsampled.jpg": (drawing(), {"quality": 60, "subsampling": 2}, 0.8),
    "grey.jpg": (drawing("L"), {"quality": 90}, 0.5),
    # Without a profile nobody knows what the inks look like: Pillow inverts them, and libvips takes a usual press.
    "cmyk.jpg": (drawing("CMYK"), {"quality": 95}, 60),
    "profile.jpg": (drawing(), {"quality": 90, "icc_profile": srgb()}, 1.0),
    "comment.jpg": (drawing(), {"quality": 90, "comment": "hello"}, 0.5),
    "rgb.png": (drawing(), {}, 0),
    "alpha.png": (drawing("RGBA"), {}, 0),
    "grey.png": (drawing("L"), {}, 0.2),
    "grey-alpha.png": (drawing("LA"), {}, 0.2),
    "palette.png": (drawing().quantize(64), {}, 0),
    "palette-alpha.png": (drawing("RGBA").quantize(64), {}, 0),
    "one-bit.png": (drawing().convert("1"), {}, 0.2),
    # Pillow shows sixteen bits of grey clipped, so that it is scaled to eight first.
    "sixteen-bits.png": (sixteen_bits(), {}, 1.0),
    "lossy.webp": (drawing(), {"quality": 80}, 1.0),
    "lossless.webp": (drawing("RGBA"), {"lossless": True, "exact": True}, 0),
    "alpha.webp": (drawing("RGBA"), {"quality": 80}, 1.5),
    "still.gif": (drawing().quantize(64), {}, 0),
    "transparent.gif": (drawing("RGBA"), {}, 0),
    "lossy.avif": (drawing(), {"quality": 80}, 1.5),
    "alpha.avif": (drawing("RGBA"), {"quality": 80}, 2.0),
} | {f"turned-{number}.jpg": (drawing(), {"quality": 90, "exif": exif(number)}, 0.5) for number in range(1, 9)}


def gallery(binary: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [binary, "image", "--json", *map(str, arguments)], capture_output=True, text=True, timeout=60
    )


def developed(binary: Path, source: Path, folder: Path, *more: object) -> Image.Image:
    """The first frame of what `gallery image` makes of a file, as a PNG."""
    target = folder / (source.name + ".png")
    result = gallery(binary, source, "-o", target, "--format", "png", "--still", *more)
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    image = Image.open(target)
    assert (told["width"], told["height"]) == image.size
    return image.convert("RGBA")


def decoded(source: Path) -> Image.Image:
    """The same by Pillow: upright, in sRGB."""
    image = Image.open(source)
    image.load()
    if image.mode.startswith("I"):
        image = image.point(lambda value: value / 257, "L") if image.mode == "I" else eight_bits(image)
    profile = image.info.get("icc_profile")
    image = ImageOps.exif_transpose(image)
    if profile and image.mode in {"RGB", "RGBA"}:
        image = ImageCms.profileToProfile(
            image, ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB")
        )
    return image.convert("RGBA")


def eight_bits(image: Image.Image) -> Image.Image:
    # Little-endian: of each number the second byte.
    return Image.frombytes("L", image.size, image.tobytes()[1::2])


def difference(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of what can be seen: on black and on white."""
    means = []
    for ground in ("black", "white"):
        laid = [Image.alpha_composite(Image.new("RGBA", image.size, ground), image) for image in (one, other)]
        channels = ImageChops.difference(laid[0].convert("RGB"), laid[1].convert("RGB"))
        means += ImageStat.Stat(channels).mean
    return sum(means) / len(means)


@pytest.mark.parametrize("name", STILL)
def test_a_still_image_is_decoded_as_by_pillow(binary, tmp_path, name):
    image, options, tolerance = STILL[name]
    source = tmp_path / name
    image.save(source, **options)
    ours, theirs = developed(binary, source, tmp_path), decoded(source)
    assert ours.size == theirs.size
    assert difference(ours, theirs) <= tolerance


@pytest.mark.parametrize("name", [name for name in STILL if name.startswith("turned")] + ["comment.jpg"])
@pytest.mark.parametrize("format", ["jpeg", "png", "webp", "avif"])
def test_no_metadata_come_through(binary, tmp_path, name, format):
    image, options, _ = STILL[name]
    source, target = tmp_path / name, tmp_path / "out"
    image.save(source, **options)
    assert gallery(binary, source, "-o", target, "--format", format).returncode == 0
    made = target.read_bytes()
    for secret in (b"SECRETPLACE", b"Exif", b"hello", b"GPS"):
        assert secret not in made
    assert not Image.open(target).getexif()


@pytest.mark.parametrize("size", [(60, 40), (50, 50), (31, 77)])
def test_a_small_copy_looks_like_pillows(binary, tmp_path, size):
    source = tmp_path / "photo.png"
    # Blurred: filters of different sharpness differ most at edges.
    drawing().resize((900, 600), Image.Resampling.BICUBIC).save(source)
    ours = developed(binary, source, tmp_path, "--width", size[0], "--height", size[1])
    theirs = ImageOps.fit(Image.open(source), size, Image.Resampling.LANCZOS).convert("RGBA")
    assert ours.size == size
    # What is cut is cut between pixels by Pillow, and at the next one by us.
    assert difference(ours, theirs) <= (2.0 if size == (60, 40) else 6.0)


def frames_of(path: Path) -> list[tuple[int, Image.Image]]:
    image = Image.open(path)
    found = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        image.load()
        found.append((image.info.get("duration", 0), image.convert("RGBA")))
    return found


@pytest.mark.parametrize("disposal", [0, 1, 2])
@pytest.mark.parametrize("format", ["gif", "webp"])
def test_an_animation_is_decoded_as_by_pillow(binary, tmp_path, disposal, format):
    frames = []
    for number, colour in enumerate([(200, 0, 0), (0, 160, 0), (0, 0, 200), (220, 220, 0)]):
        frame = Image.new("RGBA", (240, 160), (0, 0, 0, 0))
        left, top = number * 40, number * 20
        ImageDraw.Draw(frame).rectangle((left, top, left + 80, top + 60), fill=colour)
        frames.append(frame)
    source = tmp_path / "dance.gif"
    frames[0].save(
        source, save_all=True, append_images=frames[1:], duration=[80, 120, 200, 500], loop=3, disposal=disposal
    )
    target = tmp_path / ("out." + format)
    # Edges of flat colours are what a lossy format does worst: it has half as many colours as pixels along a side. On small
    # frames most of what there is are edges.
    best = ["--quality", 100] if format == "webp" else []
    told = json.loads(gallery(binary, source, "-o", target, *best).stdout)
    theirs, ours = frames_of(source), frames_of(target)
    assert told["frames"] == len(theirs) == len(ours) == 4
    assert [delay for delay, _ in ours] == [delay for delay, _ in theirs] == [80, 120, 200, 500]
    for (_, one), (_, other) in zip(ours, theirs):
        assert difference(one, other) <= (4.0 if format == "webp" else 0.5)


@pytest.mark.skipif("GALLERY_IMAGES" not in os.environ, reason="GALLERY_IMAGES names a folder of other files to compare")
def test_files_of_ones_own_are_decoded_as_by_pillow(binary, tmp_path):
    looked_at = 0
    for source in sorted(Path(os.environ["GALLERY_IMAGES"]).iterdir()):
        try:
            theirs = decoded(source)
        except OSError:
            continue
        if source.suffix == ".apng" or getattr(Image.open(source), "n_frames", 1) > 1 and source.suffix == ".png":
            continue
        assert difference(developed(binary, source, tmp_path), theirs) <= 3.0, source
        looked_at += 1
    assert looked_at > 0
