// Guesses which name was meant by a misspelled one.
// SPDX-License-Identifier: Apache-2.0

/// Guesses which name was meant by a misspelled one.
public enum NearestName {
    /// The name that is nearest, or nothing where none is near.
    ///
    /// Near is: up to one change for every three letters and one more, where a change is a letter too many, too few or
    /// wrong, or two neighbours swapped; upper and lower case are the same.
    ///
    /// - Parameters:
    ///   - given: what was typed; a text of more than 64 characters has no suggestion.
    ///   - names: what is possible; of two that are equally near the first counts.
    public static func suggestion(for given: String, in names: [String]) -> String? {
        guard given.count <= 64 else { return nil }
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = distance(Array(given.lowercased()), Array(name.lowercased()))
            if distance <= 1 + name.count / 3, distance < name.count, distance < best?.distance ?? .max {
                best = (name, distance)
            }
        }
        return best?.name
    }

    /// Damerau's distance with neighbours swapped once.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var rows = [Array(0...right.count)]
        for (row, letter) in left.enumerated() {
            var next = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(rows[row][column + 1] + 1, next[column] + 1)
                cost = min(cost, rows[row][column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, rows[row - 1][column - 1] + 1)
                }
                next.append(cost)
            }
            rows.append(next)
        }
        return rows[left.count][right.count]
    }
}
