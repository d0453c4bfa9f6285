#!/usr/bin/env python3
"""Prints what the packages contain, in the format SPDX 2.3, the same bytes each time.

    spdx.py --version 0.1.0 --time 1767225600 --packages PACKAGES.txt FILE…

The files are the packages, whose SHA-256 it states. PACKAGES.txt has a name and a version on each line.
"""

import argparse
import datetime
import hashlib
import json
import pathlib

# What is linked statically: its name here and in the list of packages, its license, and where it comes from.
PARTS = [
    ("swift", "swift", "Apache-2.0 WITH Swift-exception", "https://www.swift.org"),
    ("glibc", "libc6-dev", "LGPL-2.1-or-later", "https://www.gnu.org/software/libc"),
    ("libstdc++", "libstdc++-12-dev", "GPL-3.0-or-later WITH GCC-exception-3.1", "https://gcc.gnu.org"),
    ("libgcc", "libgcc-12-dev", "GPL-3.0-or-later WITH GCC-exception-3.1", "https://gcc.gnu.org"),
    ("libpng", "libpng-dev", "libpng-2.0", "http://www.libpng.org"),
    ("zlib", "zlib1g-dev", "Zlib", "https://zlib.net"),
]
NONE = "NOASSERTION"


def package(name, version, license, **more):
    identifier = "".join(letter if letter.isalnum() or letter in ".-" else "-" for letter in name)
    return {
        "SPDXID": f"SPDXRef-{identifier}", "name": name, "versionInfo": version, "downloadLocation": NONE, "filesAnalyzed": False,
        "licenseConcluded": license, "licenseDeclared": license, "copyrightText": NONE, **more}


def related(first, kind, second):
    return {"spdxElementId": first, "relationshipType": kind, "relatedSpdxElement": second}


def main():
    parser = argparse.ArgumentParser(description="Prints what the packages contain, in the format SPDX 2.3.")
    parser.add_argument("--version", required=True)
    parser.add_argument("--time", required=True, type=int, help="in seconds since 1970")
    parser.add_argument("--packages", required=True, type=pathlib.Path)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()

    versions = dict(line.split(maxsplit=1) for line in arguments.packages.read_text().splitlines())
    parts = [package(name, versions[debian], license, homepage=page) for name, debian, license, page in PARTS]
    # The owner has not chosen a license yet.
    files = [
        package(
            file.name, arguments.version, NONE, packageFileName=file.name,
            checksums=[{"algorithm": "SHA256", "checksumValue": hashlib.sha256(file.read_bytes()).hexdigest()}])
        for file in sorted(arguments.files)]
    links = [related(file["SPDXID"], "STATIC_LINK", part["SPDXID"]) for file in files for part in linked(file["name"], parts)]
    contents = {
        "packages": files + parts,
        "relationships": [related("SPDXRef-DOCUMENT", "DESCRIBES", file["SPDXID"]) for file in files] + links,
    }
    digest = hashlib.sha256(json.dumps(contents).encode()).hexdigest()
    created = datetime.datetime.fromtimestamp(arguments.time, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"doodle-{arguments.version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/doodle-{arguments.version}-{digest}",
        "creationInfo": {"created": created, "creators": ["Tool: doodle-spdx.py"]}, **contents,
    }
    print(json.dumps(document, indent=1))


def linked(name, parts):
    """The parts that are in a package: the engine alone needs only Swift."""
    has_command = not name.startswith("libdoodle-") and not name.endswith(".tgz")
    return parts if has_command else parts[:1]


if __name__ == "__main__":
    main()
