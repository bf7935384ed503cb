/** One DER element: its tag, its length, its content. */
export function der(tag: number, content: Uint8Array): Buffer {
  const { length } = content
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

/** A SEQUENCE of elements. */
export function sequence(...elements: readonly Uint8Array[]): Buffer {
  return der(0x30, Buffer.concat(elements))
}

/** A SET of elements. */
export function set(...elements: readonly Uint8Array[]): Buffer {
  return der(0x31, Buffer.concat(elements))
}

/** An OBJECT IDENTIFIER in dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** A GeneralizedTime of milliseconds since the epoch. */
export function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')
  return der(0x18, Buffer.from(digits))
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}
