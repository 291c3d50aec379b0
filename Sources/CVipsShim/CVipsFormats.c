#include "CVipsShim.h"

#include <vips/vips.h>

// Each format is passed to the loader or saver of its own name, so that no bytes can choose another one.
static const struct {
  const char *loader;
  const char *saver;
} operations[] = {
  [ERRANDS_FORMAT_JPEG] = {"jpegload_buffer", "jpegsave_buffer"},
  [ERRANDS_FORMAT_PNG] = {"pngload_buffer", "pngsave_buffer"},
  [ERRANDS_FORMAT_WEBP] = {"webpload_buffer", "webpsave_buffer"},
  [ERRANDS_FORMAT_GIF] = {"gifload_buffer", "gifsave_buffer"},
  [ERRANDS_FORMAT_AVIF] = {"heifload_buffer", "heifsave_buffer"},
  [ERRANDS_FORMAT_HEIC] = {"heifload_buffer", NULL},
  [ERRANDS_FORMAT_JXL] = {"jxlload_buffer", "jxlsave_buffer"},
};

static int exists(const char *operation) {
  return operation && vips_type_find("VipsOperation", operation) != 0;
}

int errands_vips_can_read(errands_format format) { return exists(operations[format].loader); }

int errands_vips_can_write(errands_format format) { return exists(operations[format].saver); }

static int load(
  errands_format format, void *bytes, size_t length, int frames, double shrink, VipsFailOn fail_on,
  VipsImage **out) {
  VipsAccess access = VIPS_ACCESS_SEQUENTIAL;
  switch (format) {
    case ERRANDS_FORMAT_JPEG:
      return vips_jpegload_buffer(
        bytes, length, out, "shrink", (int)shrink, "access", access, "fail_on", fail_on, NULL);
    case ERRANDS_FORMAT_PNG:
      return vips_pngload_buffer(bytes, length, out, "access", access, "fail_on", fail_on, NULL);
    case ERRANDS_FORMAT_WEBP:
      return vips_webpload_buffer(
        bytes, length, out, "n", frames, "scale", 1 / shrink, "access", access, "fail_on", fail_on,
        NULL);
    case ERRANDS_FORMAT_GIF:
      return vips_gifload_buffer(
        bytes, length, out, "n", frames, "access", access, "fail_on", fail_on, NULL);
    case ERRANDS_FORMAT_AVIF:
    case ERRANDS_FORMAT_HEIC:
      return vips_heifload_buffer(bytes, length, out, "access", access, "fail_on", fail_on, NULL);
    case ERRANDS_FORMAT_JXL:
      return vips_jxlload_buffer(bytes, length, out, "access", access, "fail_on", fail_on, NULL);
  }
  vips_error("errands", "unknown format %d", (int)format);
  return -1;
}

int errands_vips_read_header(
  errands_format format, const void *bytes, size_t length, errands_header *header) {
  VipsImage *image = NULL;
  if (load(format, (void *)bytes, length, 1, 1, VIPS_FAIL_ON_NONE, &image)) {
    return -1;
  }
  header->width = vips_image_get_width(image);
  header->height = vips_image_get_height(image);
  header->frames = vips_image_get_n_pages(image);
  g_object_unref(image);
  return 0;
}

errands_image *errands_vips_open(
  errands_format format, const void *bytes, size_t length, int32_t frames, double shrink, int is_beginning) {
  VipsImage *out = NULL;
  VipsFailOn fail_on = is_beginning ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_TRUNCATED;
  int failed = load(format, (void *)bytes, length, frames, shrink, fail_on, &out);
  return failed ? NULL : out;
}

int errands_vips_encode(
  errands_image *image, errands_format format, int32_t grade, int progressive, void **bytes,
  size_t *length) {
  // What a profile is kept for is not stripped; all other fields are gone before.
  gboolean strip = !vips_image_get_typeof(image, VIPS_META_ICC_NAME);
  switch (format) {
    case ERRANDS_FORMAT_JPEG:
      return vips_jpegsave_buffer(
        image, bytes, length, "Q", grade, "optimize_coding", TRUE, "interlace", progressive, "strip",
        strip, NULL);
    case ERRANDS_FORMAT_PNG:
      return vips_pngsave_buffer(image, bytes, length, "strip", strip, NULL);
    case ERRANDS_FORMAT_WEBP:
      return vips_webpsave_buffer(image, bytes, length, "Q", grade, "strip", strip, NULL);
    case ERRANDS_FORMAT_GIF:
      return vips_gifsave_buffer(
        image, bytes, length, "bitdepth", grade ? grade : 8, "strip", TRUE, NULL);
    case ERRANDS_FORMAT_AVIF:
      return vips_heifsave_buffer(
        image, bytes, length, "Q", grade, "compression", VIPS_FOREIGN_HEIF_COMPRESSION_AV1, "strip", strip,
        NULL);
    case ERRANDS_FORMAT_JXL:
      return vips_jxlsave_buffer(image, bytes, length, "Q", grade, "strip", strip, NULL);
    case ERRANDS_FORMAT_HEIC: break;
  }
  vips_error("errands", "format %d is not written", (int)format);
  return -1;
}

int errands_vips_is_whole(errands_image *image) {
  int several = 0;
  const char *names[] = {"jpeg-multiscan", "interlaced"};
  for (int i = 0; i < 2; i++) {
    if (vips_image_get_typeof(image, names[i]) && !vips_image_get_int(image, names[i], &several) && several) {
      return 1;
    }
  }
  return 0;
}
