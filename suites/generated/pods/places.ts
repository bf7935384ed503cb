import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeWorkspace, removeWorkspace, writePrivate } from '#kit/launch.ts'
import { podObject } from '../../3-command-line-flags/node-agent/fixture.ts'
import { startManifestServer } from '../../3-command-line-flags/node-agent/pods/manifest-server.ts'
import type { PodAction } from './model.ts'

const everyMs = 1_000

/** Both sources of pods, and their flags. */
export interface Places extends AsyncDisposable {
  readonly flags: Readonly<Record<string, unknown>>
  /** Sets the version of a pod in a source, or removes the pod. */
  put(name: string, action: PodAction): void
}

/** Returns the image of a version. */
export function imageOf(version: number): string {
  return `registry.example/app:${version}`
}

/** Starts the server of the URL, and creates the directory of the files. Both are empty. */
export async function createSourcePlaces(): Promise<Places> {
  const [server, directory] = [await startManifestServer(), makeWorkspace('drawn-pods')]
  const podsAtUrl = new Map<string, object>()
  // The directory exists before a node agent reads it.
  writePrivate(join(directory, 'pods', '.hidden'), '')
  return {
    flags: {
      '--pod-manifest-path': { path: join(directory, 'pods') },
      '--file-check-frequency': `${everyMs}ms`,
      '--manifest-url': server.url,
      '--http-check-frequency': `${everyMs}ms`,
    },
    put: (name, { source, version }) => {
      const spec = { nodeName: undefined, terminationGracePeriodSeconds: 1 }
      const pod = podObject(name, spec, { image: imageOf(version) })
      if (source === 'url') {
        if (version === 0) podsAtUrl.delete(name)
        else podsAtUrl.set(name, pod)
        server.setPods([...podsAtUrl.values()])
        return
      }
      const path = join(directory, 'pods', `${name}.yaml`)
      if (version === 0) rmSync(path, { force: true })
      else writePrivate(path, JSON.stringify(pod))
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      removeWorkspace(directory)
    },
  }
}
