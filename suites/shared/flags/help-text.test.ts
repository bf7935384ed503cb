import { expect, test } from 'vitest'
import { normalDefault, normalType, readHelp } from './help-text.ts'

/** Returns the entries of a help text without their whole text. */
const shortHelp = (text: string) =>
  new Map(
    [...readHelp(text)].map(([flag, { type, default: shown }]) => [
      flag,
      { ...(type !== undefined && { type }), ...(shown !== undefined && { default: shown }) },
    ]),
  )

const alignedHelp = `Generic flags:

      --anonymous-auth                    Lets requests in. (default true)
      --api-audiences strings             Names. If the
                                          --service-account-issuer flag is set, its value. (default [a,b])
  -h, --help                              help for the server
      --name string                       A name (see --help). (default "x")
      --plain string                      Nothing is said of a default.
  -v, --v Level                           log level
      --version version[=true]            prints the version
`

test('names, types and defaults of an aligned help are read', () => {
  expect(Object.fromEntries(shortHelp(alignedHelp))).toEqual({
    '--anonymous-auth': { default: 'true' },
    '--api-audiences': { type: 'strings', default: 'a,b' },
    '--help': {},
    '--name': { type: 'string', default: 'x' },
    '--plain': { type: 'string' },
    '--v': { type: 'Level' },
    '--version': { type: 'version[=true]' },
  })
})

test('a help with descriptions on separate lines is read', () => {
  const text = 'Flags:\n      --a bool\n            turns a on (default true)\n      --b\n            help\n'
  expect(Object.fromEntries(shortHelp(text))).toEqual({ '--a': { type: 'bool', default: 'true' }, '--b': {} })
})

test('types after equals signs, and defaults in brackets or after “defaults to”, are read', () => {
  const text = '  --a=STRING   a text [default: x]\n  --b=INT   a number (defaults to 5)\n'
  expect(Object.fromEntries(shortHelp(text))).toEqual({
    '--a': { type: 'STRING', default: 'x' },
    '--b': { type: 'INT', default: '5' },
  })
})

test('a default that is marked in the list of values is read', () => {
  const text = "  --a string   What stores. Options: 'x' (default), 'y'.\n  --b string   Who.\n"
  expect(shortHelp(text).get('--a')).toEqual({ type: 'string', default: 'x' })
})

test.each([
  ['bool', undefined, 'bool'],
  ['bool', 'string', 'string'],
  ['string', 'ip', 'string'],
  ['string', 'int', 'int'],
  ['string', undefined, 'no type'],
  ['strings', 'string', 'string'],
  ['strings', 'stringArray', 'strings'],
  ['int', 'int32', 'int'],
  ['float', 'float32', 'float'],
  ['duration', 'string', 'string'],
  ['pairs', 'mapStringString', 'pairs'],
  ['string N1-N2', 'portRange', 'string N1-N2'],
  ['string N1-N2', 'int', 'int'],
  ['pairs', 'string', 'string'],
])('for the documented type %s, the help type %s is read as %s', (documented, type, meant) => {
  expect(normalType(documented, type === undefined ? {} : { type })).toBe(meant)
})

test('a flag without an entry in the help has neither type nor default', () => {
  expect(normalType('bool', undefined)).toBe('no entry')
  expect(normalDefault('false', undefined)).toBe('no entry')
})

test('a zero default may be left out, and any other default is required', () => {
  expect(normalDefault('false', {})).toBe('false')
  expect(normalDefault('true', {})).toBe('no default')
  expect(normalDefault('sub', { default: 'subject' })).toBe('subject')
  expect(normalDefault('[]', { default: '' })).toBe('[]')
})

test('the text of a flag has all lines of its entry', () => {
  const text = '  --a string   headers; usually\n               X-Remote-User\n  --b int   a number\n'

  expect(readHelp(text).get('--a')?.text).toContain('X-Remote-User')
  expect(readHelp(text).get('--b')?.text).not.toContain('X-Remote-User')
})
