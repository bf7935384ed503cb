import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Etcd, startEtcd } from './index.ts'

// Debian provides etcdctl in the package etcd-client.
const program = [process.env.ETCDCTL, '/usr/bin/etcdctl', '/opt/k8s/bin/etcdctl'].find(
  (path) => path && existsSync(path),
)
// Time limit of etcdctl, in milliseconds.
const endsWithinMs = 20_000
// Number of lines of two events: type, key and value of the first event, and the same of the second event with the
// previous key and value.
const eventLines = 8
const env = { ETCDCTL_API: '3' }

describe.skipIf(program === undefined)('etcdctl (requires ETCDCTL=path)', () => {
  let etcd: Etcd

  beforeAll(async () => {
    etcd = await startEtcd()
  })
  afterAll(() => etcd.stop())

  // If the endpoint has a scheme, some requests of etcdctl have the whole URL as their authority, which HTTP/2 in
  // Node.js rejects.
  const endpoints = () => `--endpoints=${new URL(etcd.url).host}`

  async function ctl(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(program as string, [endpoints(), ...args], {
      env,
      timeout: endsWithinMs,
    })
    return stdout.trim()
  }

  test('etcdctl puts keys, and gets and deletes the keys of a prefix', async () => {
    expect(await ctl('put', '/a/1', 'one')).toBe('OK')
    expect(await ctl('put', '/a/2', 'two')).toBe('OK')

    expect(await ctl('get', '/a/', '--prefix', '--sort-by=KEY', '--order=DESCEND')).toBe(
      '/a/2\ntwo\n/a/1\none',
    )
    expect(await ctl('get', '/a/', '--prefix', '--keys-only', '--limit=1')).toBe('/a/1')
    expect(await ctl('del', '/a/', '--prefix')).toBe('2')
  })

  test('etcdctl watches from an old revision, with the previous values', async () => {
    const firstRevision = etcd.put('/w', 'one')
    etcd.put('/w', 'two')
    const watchProcess = spawn(
      program as string,
      [endpoints(), 'watch', '/w', `--rev=${firstRevision}`, '--prev-kv'],
      {
        env,
      },
    )
    onTestFinished(() => void watchProcess.kill())
    const lines: string[] = []
    for await (const line of createInterface(watchProcess.stdout)) {
      lines.push(line)
      if (lines.length === eventLines) watchProcess.kill()
    }

    expect(lines).toEqual(['PUT', '/w', 'one', 'PUT', '/w', 'one', '/w', 'two'])
  })

  test('etcdctl compacts, and reports compacted revisions', async () => {
    etcd.put('/c', 'one')
    const revision = etcd.put('/c', 'two')
    await ctl('compact', String(revision))

    await expect(ctl('get', '/c', `--rev=${revision - 1}`)).rejects.toThrow(
      'required revision has been compacted',
    )
    expect(await ctl('get', '/c', `--rev=${revision}`, '--print-value-only')).toBe('two')
  })

  test('etcdctl grants a lease, attaches a key and revokes the lease', async () => {
    const id = (await ctl('lease', 'grant', '100')).split(' ')[1] as string
    await ctl('put', `--lease=${id}`, '/l', 'leased')

    expect(await ctl('lease', 'timetolive', id, '--keys')).toMatch(/granted with TTL\(100s\).*\/l/)
    await ctl('lease', 'revoke', id)
    expect(await ctl('get', '/l')).toBe('')
  })

  test('etcdctl queries the status of the member', async () => {
    expect(await ctl('endpoint', 'health')).not.toContain('unhealthy')
    expect(await ctl('endpoint', 'status')).toContain('3.5.21')
    expect(await ctl('member', 'list')).toContain('started, default')
    expect(await ctl('alarm', 'list')).toBe('')
  })
})
