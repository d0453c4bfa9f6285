#!/usr/bin/env python3
"""Writes an image for containers as one file, the same bytes each time: a layer with the files of an archive, and nothing else.

    oci.py ARCHIVE.tar.gz IMAGE.tar --version 0.1.0 --time 1767225600 --entrypoint /doodle/bin/doodle

It is an image layout of the Open Container Initiative in a tar, which podman and skopeo load.
"""

import argparse
import datetime
import gzip
import hashlib
import io
import json
import pathlib
import tarfile

TYPE = "application/vnd.oci.image."


class Layout:
    """Blobs by their SHA-256, and the files that lead to them."""

    def __init__(self):
        self.files = {"oci-layout": b'{"imageLayoutVersion":"1.0.0"}'}

    def add(self, kind, data):
        """Adds a blob; returns how others name it."""
        digest = hashlib.sha256(data).hexdigest()
        self.files[f"blobs/sha256/{digest}"] = data
        return {"mediaType": TYPE + kind, "digest": f"sha256:{digest}", "size": len(data)}

    def write(self, path, time):
        with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as archive:
            for name, data in sorted(self.files.items()):
                member = tarfile.TarInfo(name)
                member.size, member.mtime = len(data), time
                archive.addfile(member, io.BytesIO(data))


def encoded(value):
    return json.dumps(value, separators=(",", ":")).encode()


def main():
    parser = argparse.ArgumentParser(description="Writes an image for containers, the same bytes each time.")
    parser.add_argument("archive", type=pathlib.Path, help="a .tar.gz, whose files are those of the image")
    parser.add_argument("image", type=pathlib.Path, help="the .tar to write")
    parser.add_argument("--version", required=True)
    parser.add_argument("--time", required=True, type=int, help="in seconds since 1970")
    parser.add_argument("--entrypoint", required=True, help="the path of the program in the image")
    arguments = parser.parse_args()

    layout = Layout()
    layer = arguments.archive.read_bytes()
    created = datetime.datetime.fromtimestamp(arguments.time, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    configuration = {
        "created": created, "architecture": "amd64", "os": "linux",
        "config": {
            "Entrypoint": [arguments.entrypoint],
            "Labels": {"org.opencontainers.image.title": "doodle", "org.opencontainers.image.version": arguments.version},
        },
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(gzip.decompress(layer)).hexdigest()}"]},
    }
    manifest = layout.add("manifest.v1+json", encoded({
        "schemaVersion": 2, "mediaType": TYPE + "manifest.v1+json",
        "config": layout.add("config.v1+json", encoded(configuration)), "layers": [layout.add("layer.v1.tar+gzip", layer)],
    }))
    manifest["annotations"] = {"org.opencontainers.image.ref.name": arguments.version}
    layout.files["index.json"] = encoded({
        "schemaVersion": 2, "mediaType": TYPE + "index.v1+json", "manifests": [manifest]})
    layout.write(arguments.image, arguments.time)


if __name__ == "__main__":
    main()
