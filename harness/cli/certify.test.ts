import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { type CertifyOptions, certifyCommand, verifyCommand } from './certify.ts'
import type { Certificates, Product } from '../run/product.ts'

const folder = mkdtempSync(join(tmpdir(), 'certify-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const options: CertifyOptions = {
  target: 'reference',
  program: [],
  profile: ['apiserver-states'],
  out: join(folder, 'bundle'),
  seed: 1,
  validDays: 1,
}

function createProduct(
  verification: Awaited<ReturnType<Certificates['verify']>> = { problems: [] },
): Product {
  const certificates = { verify: async () => verification } as Partial<Certificates>
  const reports = { certificates: async () => certificates }
  return {
    name: 'tool',
    references: { apiserver: process.execPath },
    reports: async () => reports,
  } as unknown as Product
}

const scope = { product: createProduct(), argv: [], isInScope: () => true }

test.for<[string, () => Partial<CertifyOptions>, string, RegExp]>([
  ['no profile', () => ({ profile: [] }), 'usage', /--profile NAME/],
  ['no key', () => ({}), 'usage', /--key FILE .* or --make-key FILE/],
  ['two keys', () => ({ key: 'a', makeKey: 'b' }), 'usage', /--key FILE/],
  [
    'an output directory with other files',
    () => ({ out: folderWithNotes(), key: 'a' }),
    'config-fault',
    /holds notes\.txt/,
  ],
  [
    'deviations in the target file',
    () => ({ target: withDeviations(), key: 'a' }),
    'config-fault',
    /accepts none/,
  ],
])('certify with %s starts no run', async ([, changed, code, expectedText]) => {
  await expect(certifyCommand({ ...options, ...changed() }, scope)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(expectedText) as string,
  })
})

function folderWithNotes(): string {
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  return folder
}

function withDeviations(): string {
  const path = join(folder, 'target.yaml')
  const program = JSON.stringify([process.execPath])
  const deviation = '{ check: a/b, reason: known, link: "https://example.org" }'
  writeFileSync(
    path,
    `name: acme\ndialect: orch\nprograms: { apiserver: { command: ${program} } }\ndeviations: [${deviation}]\n`,
  )
  return path
}

test('verify exits with code 1 and lists the mismatches if there are any, and with 0 otherwise', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const problems = ['run.json was changed.']
    const knownCertificate = { summary: 'acme: apiserver-states', signedBy: 'k', digest: 'd' }

    expect(
      await verifyCommand(folder, { json: false }, createProduct({ problems, ...knownCertificate })),
    ).toBe(1)
    expect(
      await verifyCommand(folder, { json: true }, createProduct({ problems: [], ...knownCertificate })),
    ).toBe(0)
    expect(write.mock.calls.map(([text]) => String(text))).toMatchInlineSnapshot(`
      [
        "NOT valid:
        run.json was changed.
      acme: apiserver-states
      Signed by the key k (any key is accepted; --trust names the trusted ones)
      Certificate d
      ",
        "{
        "valid": true,
        "problems": [],
        "summary": "acme: apiserver-states",
        "signedBy": "k",
        "digest": "d"
      }
      ",
      ]
    `)
  } finally {
    write.mockRestore()
  }
})

test('a missing bundle is a usage error', async () => {
  await expect(verifyCommand(join(folder, 'none'), { json: false }, createProduct())).rejects.toMatchObject({
    code: 'usage',
  })
})
