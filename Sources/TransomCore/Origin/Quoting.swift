// How texts from outside are shown inside a sentence.
// SPDX-License-Identifier: Apache-2.0

/// `text` in quotation marks, fit for a terminal: at most 120 characters, control and bidirectional characters escaped.
package func quoted(_ text: String) -> String {
    var shown = "\""
    var count = 0
    for scalar in text.unicodeScalars {
        if count == 120 {
            shown += "…"
            break
        }
        count += 1
        switch scalar {
        case "\"", "\\":
            shown += "\\"
            shown.unicodeScalars.append(scalar)
        case _ where isShowable(scalar):
            shown.unicodeScalars.append(scalar)
        default:
            shown += "\\u{" + String(scalar.value, radix: 16) + "}"
        }
    }
    return shown + "\""
}

/// Whether a text can be shown as it is: no control, bidirectional or other character that a terminal acts on or hides.
package func isShowable(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy(isShowable)
}

private func isShowable(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7f }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned, .spaceSeparator:
        return false
    default:
        return true
    }
}
