/** Form in which bytes can contain a secret text. */
export type Trace = 'as it is' | 'in base64' | 'in hexadecimal' | 'in UTF-16'

/** Returns the forms in which stored bytes contain a text, or none if it is encrypted. */
export function tracesOf(secret: string, stored: Uint8Array): readonly Trace[] {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  const text = bytes.toString('latin1')
  const secretBytes = Buffer.from(secret)
  const traceForms: Readonly<Record<Trace, boolean>> = {
    'as it is': bytes.includes(secretBytes),
    'in base64': base64Forms(secretBytes).some((form) =>
      text.replaceAll('-', '+').replaceAll('_', '/').includes(form),
    ),
    'in hexadecimal': text.toLowerCase().includes(secretBytes.toString('hex')),
    'in UTF-16': bytes.includes(Buffer.from(secret, 'utf16le')),
  }
  return (Object.keys(traceForms) as Trace[]).filter((form) => traceForms[form])
}

/**
 * Returns the base64 forms of bytes inside a longer value. There are three forms, because three bytes are encoded as
 * four characters.
 */
function base64Forms(inner: Buffer): readonly string[] {
  return [0, 1, 2].map((before) => {
    const paddedBytes = Buffer.concat([Buffer.alloc(before), inner])
    // The first and last characters also depend on the neighbouring bytes.
    const firstCharacter = Math.ceil((before * 8) / 6)
    const lastCharacter = Math.floor((paddedBytes.length * 8) / 6)
    return paddedBytes.toString('base64').slice(firstCharacter, lastCharacter)
  })
}
