// `JSONValue`, `JSONKind` and `JSONError` are part of this module's interface.
@_exported public import JSON
