import CPNG

/// The versions of the C libraries that this process runs with, such as "1.6.39".
public enum LibraryVersions {
  public static var libpng: String { unsafe String(cString: cpng_libpng_version()) }
  public static var zlib: String { unsafe String(cString: cpng_zlib_version()) }
}
