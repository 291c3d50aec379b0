#include "peer.h"

#include <stdlib.h>
#include <vips/vips.h>

void peer_start(void) {
  VIPS_INIT("errands");
  vips_concurrency_set(1);
  vips_cache_set_max(0);
}

static VipsImage *thumbnail(const void *bytes, size_t length, int width) {
  VipsImage *header = NULL, *image = NULL, *small = NULL;
  if (vips_jpegload_buffer((void *)bytes, length, &header, NULL)) {
    abort();
  }
  double factor = (double)vips_image_get_width(header) / width;
  g_object_unref(header);
  int shrink = factor >= 16 ? 8 : factor >= 8 ? 4 : factor >= 4 ? 2 : 1;
  if (
    vips_jpegload_buffer(
      (void *)bytes, length, &image, "shrink", shrink, "access", VIPS_ACCESS_SEQUENTIAL, NULL) ||
    vips_resize(image, &small, (double)width / vips_image_get_width(image), "gap", 16.0, NULL)) {
    abort();
  }
  g_object_unref(image);
  return small;
}

static size_t write_out(VipsImage *image, int webp) {
  void *out = NULL;
  size_t length = 0;
  int failed = webp
    ? vips_webpsave_buffer(image, &out, &length, "Q", 80, "strip", TRUE, NULL)
    : vips_jpegsave_buffer(image, &out, &length, "Q", 82, "optimize_coding", TRUE, "strip", TRUE, NULL);
  if (failed) {
    abort();
  }
  g_object_unref(image);
  g_free(out);
  return length;
}

size_t peer_thumbnail(const void *bytes, size_t length, int width, int webp) {
  return write_out(thumbnail(bytes, length, width), webp);
}

static VipsImage *rounded(VipsImage *exact) {
  VipsImage *out = NULL;
  if (vips_linear1(exact, &out, 1, 0.5, "uchar", TRUE, NULL)) {
    abort();
  }
  g_object_unref(exact);
  return out;
}

size_t peer_recipe(const void *bytes, size_t length, int width) {
  static const double sepia[] = {0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131};
  VipsImage *image = thumbnail(bytes, length, width), *next = NULL;
  VipsImage *matrix = vips_image_new_matrix_from_array(3, 3, sepia, 9);
  if (vips_recomb(image, &next, matrix, NULL)) {
    abort();
  }
  g_object_unref(matrix);
  g_object_unref(image);
  image = rounded(next);
  if (vips_gaussblur(image, &next, 1.5, NULL)) {
    abort();
  }
  g_object_unref(image);
  image = next;
  if (vips_sharpen(image, &next, "sigma", 1.0, NULL)) {
    abort();
  }
  g_object_unref(image);
  image = next;
  if (vips_linear1(image, &next, 1.2, 127.5 * (1 - 1.2), NULL)) {
    abort();
  }
  g_object_unref(image);
  image = rounded(next);
  if (vips_linear1(image, &next, 0.9, 0, NULL)) {
    abort();
  }
  g_object_unref(image);
  return write_out(rounded(next), 0);
}
