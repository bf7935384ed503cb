import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { standAlonePeers } from './stand-alone.ts'

const docs = readFileSync(new URL('../docs/mocks.md', import.meta.url), 'utf8')

// All peers are loaded at once, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

test('every stand-alone peer has the name of its folder, is documented, and accepts a file of rules', async () => {
  const folders = readdirSync(new URL('.', import.meta.url))
  const directory = mkdtempSync(join(tmpdir(), 'alone-'))
  const script = join(directory, 'script.yaml')
  writeFileSync(script, 'rules: [{ hangUp: true }]\n')

  for (const peer of await standAlonePeers()) {
    const { name } = peer
    expect(folders).toContain(name)
    expect(docs).toContain(`\`${name}\``)

    const peerDirectory = join(directory, name)
    mkdirSync(peerDirectory, { mode: 0o700 })
    await using runningPeer = (await peer.start({ directory: peerDirectory, port: 0, script })).peer

    expect(runningPeer.url).toMatch(/^(https?|unix):\/\//)
  }
  rmSync(directory, { recursive: true, force: true })
})
