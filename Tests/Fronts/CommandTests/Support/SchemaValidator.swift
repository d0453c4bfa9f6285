import Foundation
import Testing

/// The part of JSON Schema (draft 2020-12) that the project's schemas use. Any other keyword is an error.
struct SchemaValidator {
  private let root: [String: Any]

  init(_ text: Data) throws {
    root = try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
    try checkKeywords(root)
  }

  func accepts(_ value: Any) -> Bool { accepts(value, root) }

  private static let keywords: Set = [
    "$schema", "$defs", "$ref", "$comment", "title", "description", "type", "properties", "required", "items",
    "prefixItems", "minItems", "enum", "pattern", "minimum", "maximum", "exclusiveMinimum", "anyOf", "oneOf",
  ]

  private func checkKeywords(_ schema: Any) throws {
    guard let schema = schema as? [String: Any] else { return }
    #expect(Self.keywords.isSuperset(of: schema.keys), "\(schema.keys)")
    for key in ["properties", "$defs"] {
      for inner in (schema[key] as? [String: Any] ?? [:]).values { try checkKeywords(inner) }
    }
    for key in ["anyOf", "oneOf", "prefixItems"] {
      for inner in schema[key] as? [Any] ?? [] { try checkKeywords(inner) }
    }
    if let items = schema["items"] { try checkKeywords(items) }
  }

  private func accepts(_ value: Any, _ schema: Any) -> Bool {
    guard let schema = schema as? [String: Any] else { return schema as? Bool ?? false }
    if let name = schema["$ref"] as? String {
      let definition = (root["$defs"] as? [String: Any])?[String(name.dropFirst("#/$defs/".count))]
      guard accepts(value, definition ?? false) else { return false }
    }
    if let type = schema["type"] as? String, !isOf(value, type) { return false }
    if let names = schema["enum"] as? [String], !names.contains(value as? String ?? "\u{0}") { return false }
    if let any = schema["anyOf"] as? [Any], !any.contains(where: { accepts(value, $0) }) { return false }
    if let one = schema["oneOf"] as? [Any], one.count(where: { accepts(value, $0) }) != 1 { return false }
    if let text = value as? String { return acceptsText(text, schema) }
    if let object = value as? [String: Any] { return acceptsObject(object, schema) }
    if let array = value as? [Any] { return acceptsArray(array, schema) }
    if let number = value as? NSNumber { return acceptsNumber(number.doubleValue, schema) }
    return true
  }

  private func isOf(_ value: Any, _ type: String) -> Bool {
    let isBoolean = (value as? NSNumber).map { $0.objCType.pointee == CChar(UInt8(ascii: "c")) } ?? false
    switch type {
    case "object": return value is [String: Any]
    case "array": return value is [Any]
    case "string": return value is String
    case "null": return value is NSNull
    case "boolean": return isBoolean
    case "number": return value is NSNumber && !isBoolean
    case "integer":
      return !isBoolean && (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } ?? false
    default: return false
    }
  }

  private func acceptsText(_ text: String, _ schema: [String: Any]) -> Bool {
    guard let pattern = schema["pattern"] as? String else { return true }
    return text.range(of: pattern, options: .regularExpression) != nil
  }

  private func acceptsNumber(_ number: Double, _ schema: [String: Any]) -> Bool {
    func limit(_ key: String) -> Double? { (schema[key] as? NSNumber)?.doubleValue }
    return number >= limit("minimum") ?? -.infinity && number <= limit("maximum") ?? .infinity
      && number > limit("exclusiveMinimum") ?? -.infinity
  }

  private func acceptsObject(_ object: [String: Any], _ schema: [String: Any]) -> Bool {
    let properties = schema["properties"] as? [String: Any] ?? [:]
    return (schema["required"] as? [String] ?? []).allSatisfy { object[$0] != nil }
      && object.allSatisfy { key, value in properties[key].map { accepts(value, $0) } ?? true }
  }

  private func acceptsArray(_ array: [Any], _ schema: [String: Any]) -> Bool {
    let first = schema["prefixItems"] as? [Any] ?? []
    guard array.count >= schema["minItems"] as? Int ?? 0 else { return false }
    return array.indices.allSatisfy { index in
      accepts(array[index], index < first.count ? first[index] : schema["items"] ?? true)
    }
  }
}
