#include "CVipsShim.h"

#include <vips/vips.h>

/// The same, of an image that is let go of.
static VipsImage *rounded(VipsImage *exact) {
  VipsImage *out = errands_vips_rounded(exact);
  g_object_unref(exact);
  return out;
}

errands_image *errands_vips_linear(errands_image *image, double factor, double offset) {
  VipsImage *exact = NULL;
  int bands = vips_image_get_bands(image);
  double factors[4] = {factor, factor, factor, 1};
  double offsets[4] = {offset, offset, offset, 0};
  return vips_linear(image, &exact, factors, offsets, bands, NULL) ? NULL : rounded(exact);
}

errands_image *errands_vips_sharpen(errands_image *image, double sigma) {
  VipsImage *sharp = NULL, *out = NULL;
  if (vips_sharpen(image, &sharp, "sigma", sigma, NULL)) {
    return NULL;
  }
  int failed = vips_cast(sharp, &out, VIPS_FORMAT_UCHAR, NULL);
  g_object_unref(sharp);
  return failed ? NULL : out;
}

errands_image *errands_vips_attention(errands_image *image, int32_t width, int32_t height) {
  VipsImage *out = NULL;
  int failed =
    vips_smartcrop(image, &out, width, height, "interesting", VIPS_INTERESTING_ATTENTION, NULL);
  return failed ? NULL : out;
}

errands_image *errands_vips_pixelate(errands_image *image, int32_t block) {
  VipsImage *small = NULL, *large = NULL, *out = NULL;
  if (!vips_shrink(image, &small, block, block, "ceil", TRUE, NULL)) {
    if (!vips_zoom(small, &large, block, block, NULL)) {
      vips_extract_area(
        large, &out, 0, 0, vips_image_get_width(image), vips_image_get_height(image), NULL);
      g_object_unref(large);
    }
    g_object_unref(small);
  }
  return out;
}

errands_image *errands_vips_last_band(errands_image *image) {
  VipsImage *out = NULL;
  return vips_extract_band(image, &out, vips_image_get_bands(image) - 1, NULL) ? NULL : out;
}

errands_image *errands_vips_masked(errands_image *image, errands_image *mask) {
  VipsImage *colours = errands_vips_without_alpha(image), *alpha = errands_vips_last_band(image);
  VipsImage *product = NULL, *exact = NULL, *kept = NULL, *out = NULL;
  if (
    colours && alpha && !vips_multiply(alpha, mask, &product, NULL) &&
    !vips_linear1(product, &exact, 1.0 / 255, 0, NULL)) {
    kept = errands_vips_rounded(exact);
    if (kept) {
      vips_bandjoin2(colours, kept, &out, NULL);
    }
  }
  VipsImage *made[] = {colours, alpha, product, exact, kept};
  for (int i = 0; i < 5; i++) {
    if (made[i]) {
      g_object_unref(made[i]);
    }
  }
  return out;
}

errands_image *errands_vips_faded(errands_image *image, double opacity) {
  VipsImage *exact = NULL;
  double factors[4] = {1, 1, 1, opacity};
  double offsets[4] = {0, 0, 0, 0};
  return vips_linear(image, &exact, factors, offsets, 4, NULL) ? NULL : rounded(exact);
}

errands_image *errands_vips_over(errands_image *base, errands_image *top, int32_t left, int32_t down) {
  VipsImage *laid = NULL, *out = NULL;
  if (vips_composite2(
        base, top, &laid, VIPS_BLEND_MODE_OVER, "x", left, "y", down, "compositing_space",
        VIPS_INTERPRETATION_sRGB, NULL)) {
    return NULL;
  }
  int failed = vips_cast(laid, &out, VIPS_FORMAT_UCHAR, NULL);
  g_object_unref(laid);
  return failed ? NULL : out;
}

errands_image *errands_vips_text(const char *markup, const char *font, const double *colour) {
  VipsImage *mask = NULL, *faded = NULL, *plain = NULL, *out = NULL;
  // 72 points to the inch, so that a point is a pixel.
  if (vips_text(&mask, markup, "font", font, "dpi", 72, NULL)) {
    return NULL;
  }
  if (!vips_linear1(mask, &faded, colour[3] / 255, 0.5, "uchar", TRUE, NULL)) {
    plain = vips_image_new_from_image(mask, colour, 3);
    VipsImage *typed = NULL;
    if (plain && !vips_copy(plain, &typed, "interpretation", VIPS_INTERPRETATION_sRGB, NULL)) {
      VipsImage *joined = NULL;
      if (!vips_bandjoin2(typed, faded, &joined, NULL)) {
        vips_cast(joined, &out, VIPS_FORMAT_UCHAR, NULL);
        g_object_unref(joined);
      }
      g_object_unref(typed);
    }
    if (plain) {
      g_object_unref(plain);
    }
    g_object_unref(faded);
  }
  g_object_unref(mask);
  return out;
}

errands_image *errands_vips_from_pixels(
  const void *pixels, size_t length, int32_t width, int32_t height, int32_t bands) {
  VipsImage *made =
    vips_image_new_from_memory_copy(pixels, length, width, height, bands, VIPS_FORMAT_UCHAR);
  if (!made) {
    return NULL;
  }
  VipsImage *typed = NULL;
  int failed = vips_copy(made, &typed, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
  g_object_unref(made);
  return failed ? NULL : typed;
}

void *errands_vips_to_pixels(errands_image *image, size_t *length) {
  return vips_image_write_to_memory(image, length);
}
