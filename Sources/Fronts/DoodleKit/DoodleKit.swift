// Re-exports the modules of the package, so that a program needs one import.
@_exported public import Compare
@_exported public import Exporters
@_exported public import Files
@_exported public import Geometry
@_exported public import ImportCore
@_exported public import Importers
@_exported public import Ink
@_exported public import Lettering
@_exported public import PNG
@_exported public import Raster
@_exported public import Rendering
@_exported public import SVG
@_exported public import Session
@_exported public import TouchLog
