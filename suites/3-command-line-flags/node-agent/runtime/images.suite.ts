import { expect, rulesOf, says, test } from '#kit'
import { requirePresent } from '#kit/launch.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import {
  storeBetweenThresholds,
  fullWithUnused,
  infraFlag,
  storeWithoutCollection,
  removedImages,
  fullWithOneUnused,
  staysAwayMs,
  storeOfRecentImages,
} from './image-store.ts'

const program = 'node-agent'

const { must } = rulesOf({ document: 3, section: 'Limits', program })

const neverFault = 'image-gc-never'

must(
  'agent.images.high-threshold',
  { ...flagRow('--image-gc-high-threshold', 'behaviour'), overlaps: true },
  () => {
    says('Unused images are collected if disk usage exceeds --image-gc-high-threshold; 100 means never.')
    test(
      { title: 'removes images above the high threshold', id: 'collects when the disk is fuller' },
      async () => {
        expect((await removedImages(fullWithUnused, 3)).length).toBeGreaterThan(0)
      },
    ).sees(neverFault)

    test(
      { title: 'removes no image below the high threshold', id: 'does not collect when it is less full' },
      async () => {
        expect(await removedImages(storeBetweenThresholds, Infinity, staysAwayMs)).toEqual([])
      },
    ).sees('image-gc-at-low-threshold')

    test({ title: 'never removes images at a threshold of 100', id: 'never collects for 100' }, async () => {
      expect(await removedImages(storeWithoutCollection, Infinity, staysAwayMs)).toEqual([])
    }).sees('image-gc-never-off')
  },
)

must('agent.images.low-threshold', 'image GC thresholds', () => {
  says('Images are collected down to --image-gc-low-threshold.')
  test(
    { title: 'removes images down to the low threshold', id: 'collects as many as that takes' },
    async () => {
      expect(await removedImages(fullWithUnused, 3)).toHaveLength(3)
    },
  ).sees('image-gc-goes-on')
})

must('agent.images.kept', flagRow('--image-gc-low-threshold', 'what is kept'), () => {
  says('Images in use, and those that the runtime pinned, are never collected.')
  test({ title: 'keeps an image in use', id: 'leaves an image in use' }, async () => {
    const names = await removedImages(fullWithOneUnused, 1)
    expect(names).not.toEqual([])
    expect(names).not.toContain('used')
  }).sees('image-gc-takes-used')

  test({ title: 'keeps a pinned image', id: 'leaves an image that is pinned' }, async () => {
    const names = await removedImages(fullWithOneUnused, 1)
    expect(names).not.toEqual([])
    expect(names).not.toContain('pinned')
  }).sees('image-gc-takes-pinned')
})

must('agent.images.infra', flagRow('--pod-infra-container-image', 'behaviour'), () => {
  says('The image of --pod-infra-container-image is not collected.')
  test({ title: 'keeps the image of the infra containers', id: 'leaves that image' }, async () => {
    requirePresent(targetDialect(), program, 'flag', infraFlag)
    const names = await removedImages(fullWithOneUnused, 1)
    expect(names).not.toEqual([])
    expect(names).not.toContain('infra')
  }).sees('infra-image-not-spared')
})

must('agent.images.age', { ...flagRow('--minimum-image-ttl-duration', 'behaviour'), overlaps: true }, () => {
  says('An unused image is not collected before --minimum-image-ttl-duration.')
  test({ title: 'removes old unused images', id: 'collects old images' }, async () => {
    expect(await removedImages(fullWithUnused, 3)).not.toEqual([])
  }).sees(neverFault)

  test({ title: 'keeps recent unused images', id: 'leaves young ones' }, async () => {
    expect(await removedImages(storeOfRecentImages, Infinity, staysAwayMs)).toEqual([])
  }).sees('image-ttl-ignored')
})
