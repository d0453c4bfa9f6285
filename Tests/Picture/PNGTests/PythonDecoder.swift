import TestSupport

extension ExternalProgram {
  /// A program that prints the color type and bit depth of each file and the SHA-256 of `WxH\n` and its RGBA pixels. It
  /// does not know interlacing.
  static let decoder = """
    import sys, zlib, struct, hashlib
    for path in sys.argv[1:]:
        data = open(path, 'rb').read()
        assert data[:8] == b'\\x89PNG\\r\\n\\x1a\\n'
        at, idat, plte, trns = 8, b'', b'', b''
        while at < len(data):
            size, name = struct.unpack('>I4s', data[at:at + 8])
            body = data[at + 8:at + 8 + size]
            assert struct.unpack('>I', data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(name + body)
            if name == b'IHDR': w, h, depth, kind, _, filter, interlace = struct.unpack('>IIBBBBB', body)
            if name == b'IDAT': idat += body
            if name == b'PLTE': plte = body
            if name == b'tRNS': trns = body
            at += 12 + size
        assert at == len(data) and name == b'IEND' and interlace == 0
        raw = zlib.decompress(idat)
        channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind]
        step = (w * depth * channels + 7) // 8
        pixel = max(1, depth * channels // 8)
        assert len(raw) == h * (1 + step)
        out, above = bytearray(), bytearray(step)
        for y in range(h):
            kind_of_filter, row = raw[y * (1 + step)], bytearray(raw[y * (1 + step) + 1:(y + 1) * (1 + step)])
            if kind_of_filter:
                for i in range(step):
                    a = row[i - pixel] if i >= pixel else 0
                    b, c = above[i], above[i - pixel] if i >= pixel else 0
                    p = a + b - c
                    best = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
                    row[i] = (row[i] + [0, a, b, (a + b) // 2, best][kind_of_filter]) & 255
            above = row
            for x in range(w):
                if depth < 8: s = [row[x * depth // 8] >> (8 - depth - x * depth % 8) & ((1 << depth) - 1)]
                else: s = row[x * channels:(x + 1) * channels]
                if kind == 3: out += plte[3 * s[0]:3 * s[0] + 3] + bytes([trns[s[0]] if s[0] < len(trns) else 255])
                elif kind == 0: out += bytes([s[0] * 255 // ((1 << depth) - 1)] * 3 + [255])
                elif kind == 4: out += bytes([s[0], s[0], s[0], s[1]])
                else: out += bytes(s[:3]) + bytes([s[3] if kind == 6 else 255])
        print(kind, depth, hashlib.sha256(b'%dx%d\\n' % (w, h) + out).hexdigest())
    """
}
