#include "CVipsShim.h"

#include <vips/vips.h>

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
  errands_format format, const void *bytes, size_t length, int32_t frames, double shrink) {
  VipsImage *out = NULL;
  int failed = load(format, (void *)bytes, length, frames, shrink, VIPS_FAIL_ON_TRUNCATED, &out);
  return failed ? NULL : out;
}

int errands_vips_encode(
  errands_image *image, errands_format format, int32_t grade, void **bytes, size_t *length) {
  switch (format) {
    case ERRANDS_FORMAT_JPEG:
      return vips_jpegsave_buffer(
        image, bytes, length, "Q", grade, "optimize_coding", TRUE, "strip", TRUE, NULL);
    case ERRANDS_FORMAT_PNG:
      return vips_pngsave_buffer(image, bytes, length, "strip", TRUE, NULL);
    case ERRANDS_FORMAT_WEBP:
      return vips_webpsave_buffer(image, bytes, length, "Q", grade, "strip", TRUE, NULL);
    case ERRANDS_FORMAT_GIF:
      return vips_gifsave_buffer(
        image, bytes, length, "bitdepth", grade ? grade : 8, "strip", TRUE, NULL);
  }
  vips_error("errands", "unknown format %d", (int)format);
  return -1;
}
