#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Limnograph developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws one small picture, stores it in every kind of file that the decoder has to know, and writes into images.json what
Pillow makes of each: size after the orientation, channels of the file, frames, orientation, and every pixel of
convert("RGB") as hex.

usage: makeimages.py FOLDER       needs Pillow (made with 13.0)"""
import io, json, os, struct, sys, zlib
from PIL import Image, ImageDraw, ImageOps

folder = sys.argv[1]
W, H = 12, 9
ORIENTATION = 0x0112


def picture():
    image = Image.new("RGB", (W, H))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 5, 3), fill=(214, 54, 40))
    draw.rectangle((6, 0, 11, 3), fill=(52, 168, 83))
    draw.rectangle((0, 4, 5, 8), fill=(66, 103, 214))
    draw.rectangle((6, 4, 11, 8), fill=(240, 200, 60))
    draw.line((1, 1, 1, 6), fill=(20, 20, 20))
    draw.line((1, 1, 4, 1), fill=(20, 20, 20))
    return image


rgb = picture()
grey = rgb.convert("L")
palette = rgb.quantize(8)
rgba = rgb.copy()
rgba.putalpha(Image.linear_gradient("L").resize((W, H)))
expected = {}


def stored(data):
    return data if isinstance(data, bytes) else data.getvalue()


def save(name, image, channels, frames=1, orientation=1, reference=None, **options):
    """Through Pillow, or bytes as they are; the reference is what Pillow reads, unless one is given."""
    path = os.path.join(folder, name)
    if isinstance(image, bytes):
        open(path, "wb").write(image)
    else:
        image.save(path, **options)
    read = reference or ImageOps.exif_transpose(Image.open(path)).convert("RGB")
    expected[name] = {"width": read.width, "height": read.height, "channels": channels, "frames": frames,
                      "orientation": orientation, "rgb": read.tobytes().hex()}


def exif(orientation):
    tags = Image.Exif()
    tags[ORIENTATION] = orientation
    return tags


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, depth, colour, rows, before=b""):
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)) + before
            + chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows))) + chunk(b"IEND", b""))


def wide(value):
    """16 bits whose low byte differs from the high one."""
    return struct.pack(">BB", value, (value * 7) % 256)


def moved(image, n):
    return Image.eval(image, lambda value: (value + 40 * n) % 256)


# PNG
save("rgb.png", rgb, 3)
save("grey.png", grey, 1)
save("greyalpha.png", rgba.convert("LA"), 2)
save("rgba.png", rgba, 4)
save("onebit.png", grey.point(lambda v: 255 if v > 100 else 0).convert("1"), 1)
save("palette.png", palette, 3)
save("palettealpha.png", palette, 4, transparency=2)
save("greytransparent.png", png(W, H, 8, 0, [grey.tobytes()[y * W:(y + 1) * W] for y in range(H)],
                                chunk(b"tRNS", struct.pack(">H", grey.getpixel((0, 0))))), 2)
save("grey16.png", png(W, H, 16, 0, [b"".join(wide(grey.getpixel((x, y))) for x in range(W)) for y in range(H)]), 1,
     reference=grey.convert("RGB"))
save("rgb16.png", png(W, H, 16, 2, [b"".join(wide(v) for x in range(W) for v in rgb.getpixel((x, y))) for y in range(H)]), 3)
save("orientation6.png", rgb, 3, orientation=6, exif=exif(6))
save("animated.png", rgb, 3, frames=3, save_all=True, append_images=[moved(rgb, 1), moved(rgb, 2)], duration=50)
save("defaultimage.png", rgb, 3, frames=3, save_all=True, default_image=True, append_images=[moved(rgb, 1), moved(rgb, 2)])
save("onepixel.png", Image.new("RGB", (1, 1), (10, 200, 30)), 3)
line = Image.new("RGB", (8000, 1))
line.putdata([(x // 40, 255 - x // 40, 77) for x in range(8000)])
save("line.png", line, 3)
expected["line.png"]["rgb"] = None  # 48 kB of text; a test knows the rule

# JPEG
for n in range(1, 9):
    stored_as = {5: 5, 6: 8, 7: 7, 8: 6}.get(n, n)
    back = ImageOps.exif_transpose(Image.open(io.BytesIO((lambda b: (rgb.save(b, "PNG", exif=exif(stored_as)), b.getvalue())[1])(io.BytesIO()))))
    save(f"orientation{n}.jpg", back, 3, orientation=n, exif=exif(n), quality=95)
save("grey.jpg", grey, 1, quality=95)
save("progressive.jpg", rgb, 3, quality=90, progressive=True)
save("cmyk.jpg", rgb.convert("CMYK"), 4, quality=95)
save("badorientation.jpg", rgb, 3, exif=exif(9), quality=95)

# WebP
save("lossy.webp", rgb, 3, quality=90)
save("lossless.webp", rgb, 3, lossless=True)
save("alpha.webp", rgba, 4, lossless=True, exact=True)
save("orientation8.webp", rgb, 3, orientation=8, lossless=True, exif=exif(8))
save("animated.webp", rgb, 3, frames=3, save_all=True, lossless=True, append_images=[moved(rgb, 1), moved(rgb, 2)])

# GIF
save("still.gif", palette, 3, interlace=0)
save("interlaced.gif", palette, 3, interlace=1)
save("transparent.gif", palette, 4, transparency=2)
save("animated.gif", palette, 3, frames=3, save_all=True, append_images=[moved(rgb, 1).quantize(8), moved(rgb, 2).quantize(8)])


def shiftedgif(transparent):
    """A first picture that leaves a border free."""
    data = bytearray(open(os.path.join(folder, "still.gif"), "rb").read())
    data[6:10] = struct.pack("<HH", W + 3, H + 2)
    at = 13 + 3 * 2 ** ((data[10] & 7) + 1)
    control = b"\x21\xf9\x04" + bytes([1 if transparent else 0, 0, 0, 3 if transparent else 0]) + b"\0"
    data[at:at] = control
    start = at + len(control)
    while data[start] == 0x21:
        start += 2
        while data[start]:
            start += 1 + data[start]
        start += 1
    data[start + 1:start + 5] = struct.pack("<HH", 2, 1)
    return bytes(data)


save("border.gif", shiftedgif(False), 3)
save("bordertransparent.gif", shiftedgif(True), 4)

# BMP
save("rgb.bmp", rgb, 3)
save("palette.bmp", palette, 3)
save("onebit.bmp", grey.point(lambda v: 255 if v > 100 else 0).convert("1"), 3)
save("alpha.bmp", rgba, 3)


def bmp(bits, compression, pixels, height=H, colours=b"", masks=b"", header=40):
    info = struct.pack("<IiiHHIIiiII", header, W, height, 1, bits, compression, len(pixels), 2835, 2835, len(colours) // 4, 0) + masks
    info += b"\0" * (header - len(info)) if header > 40 else b""
    start = 14 + len(info) + len(colours)
    return b"BM" + struct.pack("<IHHI", start + len(pixels), 0, 0, start) + info + colours + pixels


blue_first = [b"".join(bytes(reversed(rgb.getpixel((x, y)))) for x in range(W)) for y in range(H)]
save("topdown.bmp", bmp(24, 0, b"".join(blue_first), height=-H), 3)
colours = b"".join(bytes([b, g, r, 0]) for r, g, b in zip(*[iter(palette.getpalette()[:24])] * 3))
runs = b""
for y in reversed(range(H)):
    runs += b"".join(bytes([1, palette.getpixel((x, y))]) for x in range(W)) + b"\0\0"
save("runlength.bmp", bmp(8, 1, runs + b"\0\1", colours=colours), 3, reference=palette.convert("RGB"))
four = rgba.tobytes("raw", "BGRA")
save("alphamask.bmp", bmp(32, 3, b"".join(four[y * W * 4:(y + 1) * W * 4] for y in reversed(range(H))), header=108,
                          masks=struct.pack("<IIII", 0xFF0000, 0xFF00, 0xFF, 0xFF000000)), 4, reference=rgb)

# TIFF
save("plain.tif", rgb, 3)
save("lzw.tif", rgb, 3, compression="tiff_lzw")
save("deflate.tif", rgb, 3, compression="tiff_adobe_deflate")
save("jpeg.tif", rgb, 3, compression="jpeg", quality=95)
save("grey.tif", grey, 1)
save("palette.tif", palette, 3)
save("onebit.tif", grey.point(lambda v: 255 if v > 100 else 0).convert("1"), 1)
save("group4.tif", grey.point(lambda v: 255 if v > 100 else 0).convert("1"), 1, compression="group4")
save("alpha.tif", rgba, 4)
save("cmyk.tif", rgb.convert("CMYK"), 4)
save("pages.tif", rgb, 3, frames=3, save_all=True, append_images=[grey.resize((7, 5)), moved(rgb, 2)])
for n in range(1, 9):
    stored_as = {5: 5, 6: 8, 7: 7, 8: 6}.get(n, n)
    back = ImageOps.exif_transpose(Image.open(io.BytesIO((lambda b: (rgb.save(b, "PNG", exif=exif(stored_as)), b.getvalue())[1])(io.BytesIO()))))
    save(f"orientation{n}.tif", back, 3, orientation=n, tiffinfo={ORIENTATION: n}, reference=rgb)


def tiff(bits, samples, pixels, order=">", photometric=2, size=(W, H), orientation=1):
    """Big-endian, one strip, the pixels before the directory."""
    entries = [(256, 3, 1, size[0]), (257, 3, 1, size[1]), (258, 3, 1, bits), (259, 3, 1, 1), (262, 3, 1, photometric), (273, 4, 1, 8),
               (274, 3, 1, orientation), (277, 3, 1, samples), (278, 3, 1, size[1]), (279, 4, 1, len(pixels))]
    at = 8 + len(pixels)
    if samples > 2:
        entries[2] = (258, 3, samples, at)
        pixels += struct.pack(order + "H", bits) * samples
        at += 2 * samples
    out = (b"MM" if order == ">" else b"II") + struct.pack(order + "HI", 42, at) + pixels + struct.pack(order + "H", len(entries))
    for tag, kind, count, value in entries:
        short = kind == 3 and count == 1
        out += struct.pack(order + "HHI", tag, kind, count) + (struct.pack(order + "HH", value, 0) if short else struct.pack(order + "I", value))
    return out + struct.pack(order + "I", 0)


save("bigendian.tif", tiff(8, 3, rgb.tobytes()), 3)
save("grey16.tif", tiff(16, 1, b"".join(wide(v) for v in grey.tobytes()), photometric=1), 1, reference=grey.convert("RGB"))
for n in (3, 6):
    turned = ImageOps.exif_transpose(Image.open(os.path.join(folder, f"orientation{n}.tif")))
    back = turned.transpose({3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90}[n])
    save(f"rgb16orientation{n}.tif", tiff(16, 3, b"".join(wide(v) for v in back.tobytes()), size=back.size, orientation=n), 3,
         orientation=n, reference=rgb)
save("rgb16.tif", tiff(16, 3, b"".join(wide(v) for v in rgb.tobytes())), 3, reference=rgb)

with open(os.path.join(folder, "images.json"), "w") as f:
    f.write("{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(want)}" for name, want in expected.items()) + "\n}\n")
