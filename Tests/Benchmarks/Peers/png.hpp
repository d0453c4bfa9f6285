// Writes PNGs with libpng's default filters, level and strategy.
#pragma once

#include <cstdio>
#include <vector>

#include <png.h>

struct Image {
  png_uint_32 width, height;
  int depth, kind;
  size_t stride;
  std::vector<png_byte> pixels;
  std::vector<png_color> palette;
};

inline void write(const Image &image, png_structp png, png_infop info) {
  png_set_IHDR(png, info, image.width, image.height, image.depth, image.kind, 0, 0, 0);
  if (!image.palette.empty()) png_set_PLTE(png, info, image.palette.data(), image.palette.size());
  png_write_info(png, info);
  for (png_uint_32 y = 0; y < image.height; y++) png_write_row(png, &image.pixels[y * image.stride]);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
}

inline void write(const Image &image, const char *path) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  FILE *file = std::fopen(path, "wb");
  png_init_io(png, file);
  write(image, png, info);
  std::fclose(file);
}
