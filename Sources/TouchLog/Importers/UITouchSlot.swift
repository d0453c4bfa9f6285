/// Where the values of a UIKit touch's keys go.
enum UITouchSlot {
  static let phase: UInt8 = 0
  static let touch: UInt8 = 1
  static let timestamp: UInt8 = 2
  static let type: UInt8 = 3
  static let force: UInt8 = 4
  static let maximumForce: UInt8 = 5
  /// The coordinates have the next two.
  static let location: UInt8 = 6
  static let azimuth: UInt8 = 9
  static let altitude: UInt8 = 10
  static let index: UInt8 = 11
  static let expecting: UInt8 = 12
  static let isUpdate: UInt8 = 13
  static let isPrediction: UInt8 = 14

  static let keys: [FieldKey] = [
    FieldKey(name: "phase", slot: phase),
    FieldKey(name: "touchIdentifier", slot: touch),
    FieldKey(name: "timestamp", slot: timestamp),
    FieldKey(name: "type", slot: type),
    FieldKey(name: "force", slot: force),
    FieldKey(name: "maximumPossibleForce", slot: maximumForce),
    FieldKey(name: "location", slot: location, isPair: true),
    FieldKey(name: "azimuth", slot: azimuth),
    FieldKey(name: "altitudeAngle", slot: altitude),
    FieldKey(name: "estimationUpdateIndex", slot: index),
    FieldKey(name: "estimatedPropertiesExpectingUpdates", slot: expecting),
    FieldKey(name: "isUpdate", slot: isUpdate),
    FieldKey(name: "isPrediction", slot: isPrediction),
  ]
}
