import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Agent, agent, app, image } from './testing/agent.ts'
import { type ContainerRuntime, startContainerRuntime } from './index.ts'

let peer: ContainerRuntime
let node: Agent

beforeEach(async () => {
  peer = await startContainerRuntime()
  node = agent(peer.url)
})
afterEach(async () => {
  node.close()
  await peer.stop()
})

test('an image exists once it was pulled, by name, digest and id, until it is removed', async () => {
  expect(await node.images.imageStatus({ image: { image } })).not.toHaveProperty('image')
  const { imageRef } = await node.images.pullImage({ image: { image } })
  const status = await node.images.imageStatus({ image: { image } })

  expect(status.image).toMatchObject({ id: imageRef, repoTags: [image], size: 10_485_760n, pinned: false })
  const digest = status.image?.repoDigests[0] ?? ''
  for (const name of [digest, imageRef]) {
    expect((await node.images.imageStatus({ image: { image: name } })).image?.id).toBe(imageRef)
  }
  for (const _ of [1, 2]) await node.images.removeImage({ image: { image: imageRef } })
  expect((await node.images.listImages({})).images).toEqual([])
})

test('planted images are listed unchanged', async () => {
  peer.images.add({ name: 'localhost:5000/base', sizeBytes: 1000, pinned: true, user: { name: 'nobody' } })
  peer.images.add({ name: 'tool:2', otherNames: ['mirror.example/tool:2'] })

  expect((await node.images.listImages({})).images).toMatchObject([
    { repoTags: ['localhost:5000/base:latest'], size: 1000n, pinned: true, username: 'nobody' },
    { repoTags: ['tool:2', 'mirror.example/tool:2'], uid: { value: 0n } },
  ])
  const one = await node.images.listImages({ filter: { image: { image: 'tool:2' } } })
  expect(one.images).toHaveLength(1)
})

test('a container updates the last use of its image', async () => {
  const planted = peer.images.add({ name: image, lastUsedMs: 5 })
  await node.runtime.createContainer({ podSandboxId: await node.runPod(), config: app })

  expect(planted.lastUsedMs).toBeGreaterThan(5)
})

test('reports the size and location of images, or the scripted values', async () => {
  await node.images.pullImage({ image: { image } })
  expect((await node.images.imageFsInfo({})).imageFilesystems).toMatchObject([
    { fsId: { mountpoint: peer.disk.mountpoint }, usedBytes: { value: 10_485_760n } },
  ])
  Object.assign(peer.disk, { mountpoint: '/images', containerMountpoint: '/layers', imageBytes: 7 })

  expect(await node.images.imageFsInfo({})).toMatchObject({
    imageFilesystems: [{ fsId: { mountpoint: '/images' }, usedBytes: { value: 7n } }],
    containerFilesystems: [{ fsId: { mountpoint: '/layers' }, usedBytes: { value: 7n } }],
  })
})

test('serves images on a separate socket, and records the socket in the journal', async () => {
  const second = agent(peer.imagesUrl)
  await second.images.listImages({})
  await node.images.listImages({})
  second.close()

  expect(peer.asked('ListImages').map(({ socket }) => socket)).toEqual(['images', 'runtime'])
})
