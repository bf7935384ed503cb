import { grpcClient } from '../../grpc/client.ts'
import type { Fields } from '../../grpc/service.ts'
import type { ContainerConfigSchema } from '#protos/container-runtime/containers_pb.ts'
import { ImageService, RuntimeService } from '#protos/container-runtime/runtime_pb.ts'
import type { PodSandboxConfigSchema } from '#protos/container-runtime/sandboxes_pb.ts'

export const image = 'registry.example/app:1'

export const pod = {
  metadata: { name: 'web', namespace: 'default', uid: 'u1' },
  labels: { app: 'web' },
  annotations: { note: 'kept' },
} satisfies Fields<typeof PodSandboxConfigSchema>

export const app = {
  metadata: { name: 'app' },
  image: { image },
  labels: { app: 'web' },
  logPath: 'app/0.log',
} satisfies Fields<typeof ContainerConfigSchema>

/** Returns the clients of a node agent, and functions for its frequent calls. */
export function agent(url: string) {
  const runtime = grpcClient(RuntimeService, url)
  const images = grpcClient(ImageService, url)

  async function runPod(logDirectory = '', attempt = 0): Promise<string> {
    const config = { ...pod, metadata: { ...pod.metadata, attempt }, logDirectory }
    return (await runtime.runPodSandbox({ config })).podSandboxId
  }

  /** Starts a container in a sandbox. */
  async function runContainer(
    podSandboxId: string,
    config: Fields<typeof ContainerConfigSchema> = app,
  ): Promise<string> {
    await images.pullImage({ image: { image } })
    const { containerId } = await runtime.createContainer({ podSandboxId, config })
    await runtime.startContainer({ containerId })
    return containerId
  }

  return {
    runtime,
    images,
    runPod,
    runContainer,
    statusOf: async (containerId: string) => (await runtime.containerStatus({ containerId })).status,
    close: () => {
      runtime.close()
      images.close()
    },
  }
}

export type Agent = ReturnType<typeof agent>
