import fc from 'fast-check'

/** One change to a file of a format with nested values. */
interface Edit {
  /** Index among all values of the file. */
  readonly at: number
  readonly do: 'replace' | 'remove' | 'rename' | 'repeat'
  readonly value: unknown
}

// Names and values that a program may interpret as more than text, in addition to the values that fast-check draws.
const unusualValues = [
  '../../../../escaped',
  '/proc/self/mem',
  '__proto__',
  'constructor',
  'toString',
  '',
  '\0',
  '\ud800',
  '\u001b[2J',
  '{workspace}{flags}',
  '*'.repeat(60),
  '(a+)+$',
  'x'.repeat(5_000),
  '2027-13-45',
  '1e999',
]
const stringArbitrary = fc.oneof(
  fc.constantFrom(...unusualValues),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const numberArbitrary = fc.oneof(
  fc.constantFrom(-1, 0, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, Number.MAX_VALUE),
  fc.integer(),
)
const valueArbitrary: fc.Arbitrary<unknown> = fc.oneof(
  stringArbitrary,
  numberArbitrary,
  fc.boolean(),
  fc.constantFrom(null, [], {}, [[]], [{}]),
  fc.dictionary(stringArbitrary, fc.oneof(stringArbitrary, numberArbitrary), {
    maxKeys: 3,
    noNullPrototype: true,
  }),
)
const editArbitrary: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(),
  do: fc.constantFrom('replace', 'replace', 'remove', 'rename', 'repeat'),
  value: valueArbitrary,
})

/** Changes that corrupt a valid file: to its values, and then to its bytes. */
export interface Corruption {
  readonly edits: readonly Edit[]
  readonly cut?: number
  readonly bytes: readonly { readonly at: number; readonly put: Uint8Array }[]
}

/** Changes that mostly keep the file parseable, so that they also test the code after the parser. */
export const corruption: fc.Arbitrary<Corruption> = fc.record(
  {
    edits: fc.array(editArbitrary, { maxLength: 4 }),
    bytes: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.array(fc.record({ at: fc.nat(), put: fc.uint8Array({ maxLength: 6 }) }), {
          maxLength: 3,
        }),
      },
    ),
    cut: fc.nat(),
  },
  { requiredKeys: ['edits', 'bytes'] },
)

/** Returns the text of the values after the changes, with a line for each value if there are several. */
export function corrupt(values: readonly unknown[], { edits, bytes, cut }: Corruption): Buffer {
  const changedValues = edits.reduce<unknown>(applyEdit, structuredClone(values))
  const lines = Array.isArray(changedValues) ? changedValues : [changedValues]
  let content = Buffer.from(lines.map((line) => JSON.stringify(line) ?? '').join('\n') + '\n')
  for (const { at, put } of bytes) {
    const offset = at % (content.length + 1)
    content = Buffer.concat([content.subarray(0, offset), put, content.subarray(offset + put.length)])
  }
  // Most files are not cut.
  return cut === undefined || cut % 4 > 0 ? content : content.subarray(0, cut % (content.length + 1))
}

function applyEdit(root: unknown, { at, do: how, value: other }: Edit): unknown {
  const editPositions = editPositionsIn(root)
  const position = editPositions[at % Math.max(1, editPositions.length)]
  if (position === undefined) return root
  const { inside, key } = position
  const originalValue = inside[key]
  if (how === 'replace') setKey(inside, key, other)
  else if (how === 'repeat') setKey(inside, key, [originalValue, originalValue])
  else {
    if (Array.isArray(inside)) inside.splice(Number(key), 1)
    else delete inside[key]
    if (how === 'rename')
      setKey(inside, typeof other === 'string' ? other : JSON.stringify(other), originalValue)
  }
  return root
}

// Defines the property as a parser does, without calling a setter of the object.
function setKey(inside: Record<string, unknown>, key: string, content: unknown): void {
  const descriptor = { value: content, enumerable: true, configurable: true, writable: true }
  if (Array.isArray(inside) && !/^\d{1,4}$/.test(key)) inside.push(content)
  else Object.defineProperty(inside, key, descriptor)
}

interface EditPosition {
  readonly inside: Record<string, unknown>
  readonly key: string
}

function editPositionsIn(root: unknown): EditPosition[] {
  if (typeof root !== 'object' || root === null) return []
  const container = root as Record<string, unknown>
  return Object.keys(container).flatMap((key) => [
    { inside: container, key },
    ...editPositionsIn(container[key]),
  ])
}
