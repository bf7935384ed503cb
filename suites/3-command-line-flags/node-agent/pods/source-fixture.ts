import { join } from 'node:path'
import { shared } from '#kit'
import { makeWorkspace, removeWorkspace, writePrivate } from '#kit/launch.ts'
import { podObject, sharedAgentFixture } from '../fixture.ts'
import { startManifestServer } from './manifest-server.ts'

// Intervals of the sources, which differ so that a program that confuses them is detected.
export const urlEveryMs = 1_000
export const fileEveryMs = 3_000

/** Server for --manifest-url. */
export const server = shared(startManifestServer, (one) => one.stop())
/** Parent of `pods`, the directory of --pod-manifest-path. */
export const files = shared(() => makeWorkspace('manifests'), removeWorkspace)
/** A node agent with pods of an API server, of files and of a URL. */
export const sourceFixture = sharedAgentFixture(async () => {
  const [manifests, directory] = [await server(), await files()]
  manifests.setPods([podObject('by-url', { nodeName: undefined })])
  writePrivate(
    join(directory, 'pods', 'first.yaml'),
    JSON.stringify(podObject('first', { nodeName: undefined })),
  )
  writePrivate(join(directory, 'pods', 'bad.yaml'), '{ kind: [')
  return {
    flags: {
      '--pod-manifest-path': { path: join(directory, 'pods') },
      '--file-check-frequency': `${fileEveryMs}ms`,
      '--manifest-url': manifests.url,
      '--http-check-frequency': `${urlEveryMs}ms`,
      '--manifest-url-header': ['X-One:1,X-Two:first', 'X-Two:second:part'],
    },
  }
})
