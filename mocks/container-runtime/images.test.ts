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

test('a pulled image is found by name, digest and id until its removal', async () => {
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

test('a planted image is listed unchanged', async () => {
  peer.images.add({ name: 'localhost:5000/base', sizeBytes: 1000, pinned: true, user: { name: 'nobody' } })
  peer.images.add({ name: 'tool:2', otherNames: ['mirror.example/tool:2'] })

  expect((await node.images.listImages({})).images).toMatchObject([
    { repoTags: ['localhost:5000/base:latest'], size: 1000n, pinned: true, username: 'nobody' },
    { repoTags: ['tool:2', 'mirror.example/tool:2'], uid: { value: 0n } },
  ])
  const toolImages = await node.images.listImages({ filter: { image: { image: 'tool:2' } } })
  expect(toolImages.images).toHaveLength(1)
})

test('the creation of a container updates the last use of its image', async () => {
  const addedImage = peer.images.add({ name: image, lastUsedMs: 5 })
  await node.runtime.createContainer({ podSandboxId: await node.runPod(), config: app })

  expect(addedImage.lastUsedMs).toBeGreaterThan(5)
})

test('the file system of images reports the computed usage, or the usage that the test sets', async () => {
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

test('a separate socket serves images, and the journal records the socket', async () => {
  const imageClient = agent(peer.imagesUrl)
  await imageClient.images.listImages({})
  await node.images.listImages({})
  imageClient.close()

  expect(peer.asked('ListImages').map(({ socket }) => socket)).toEqual(['images', 'runtime'])
})
