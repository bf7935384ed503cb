import { expect, test } from 'vitest'
import type { StandAlonePeer } from '../peer.ts'
import { startEach } from './doctor-peers.ts'

test('a peer that cannot start and an unreachable peer are reported with the reason', async () => {
  const createPeer = (name: string, start: StandAlonePeer['start']): StandAlonePeer => ({
    name,
    summary: '',
    start,
  })
  const starts = await startEach([
    createPeer('no-port', () => Promise.reject(new Error('listen EMFILE'))),
    createPeer('nowhere', () =>
      Promise.resolve({
        peer: {
          role: 'nowhere',
          url: 'unix:///nonexistent.sock',
          journal: [],
          stop: () => Promise.resolve(),
          [Symbol.asyncDispose]: () => Promise.resolve(),
        },
        flags: {},
        onAsked: () => {},
        onAnswered: () => {},
      }),
    ),
  ])

  expect(starts[0]).toEqual({ name: 'no-port', failure: 'listen EMFILE' })
  expect(starts[1]?.failure).toContain('ENOENT')
})
