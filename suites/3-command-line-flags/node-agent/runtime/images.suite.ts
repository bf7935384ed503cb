import { expect } from '#harness/check/expect.ts'
import { rule, test } from '#harness/check/rule.ts'
import { needsPresent } from '#harness/dialect/lacks.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { flagRow } from '../table/rows.ts'
import { between, full, infraFlag, off, removed, scarce, staysAwayMs, young } from './image-store.ts'

const program = 'node-agent'
const never = 'image-gc-never'

rule(
  {
    id: 'agent.images.high-threshold',
    level: 'MUST',
    says: 'Unused images are collected if disk usage exceeds --image-gc-high-threshold; 100 means never.',
    source: flagRow('--image-gc-high-threshold', 'behaviour'),
    program,
    overlaps: true,
  },
  () => {
    test('collects when the disk is fuller', async () => {
      expect((await removed(full, 3)).length).toBeGreaterThan(0)
    }).sees(never)

    test('does not collect when it is less full', async () => {
      expect(await removed(between, Infinity, staysAwayMs)).toEqual([])
    }).sees('image-gc-at-low-threshold')

    test('never collects for 100', async () => {
      expect(await removed(off, Infinity, staysAwayMs)).toEqual([])
    }).sees('image-gc-never-off')
  },
)

rule(
  {
    id: 'agent.images.low-threshold',
    level: 'MUST',
    says: 'Images are collected down to --image-gc-low-threshold.',
    source: { document: 3, section: 'Limits', rows: ['image GC thresholds'] },
    program,
  },
  () => {
    test('collects as many as that takes', async () => {
      expect(await removed(full, 3)).toHaveLength(3)
    }).sees(never, 'image-gc-goes-on', 'image-gc-down-to-nothing')
  },
)

rule(
  {
    id: 'agent.images.kept',
    level: 'MUST',
    says: 'Images in use, and those that the runtime pinned, are never collected.',
    source: flagRow('--image-gc-low-threshold', 'what is kept'),
    program,
  },
  () => {
    test('leaves an image in use', async () => {
      const names = await removed(scarce, 1)
      expect(names).not.toEqual([])
      expect(names).not.toContain('used')
    }).sees(never, 'image-gc-takes-used')

    test('leaves an image that is pinned', async () => {
      const names = await removed(scarce, 1)
      expect(names).not.toEqual([])
      expect(names).not.toContain('pinned')
    }).sees(never, 'image-gc-takes-pinned')
  },
)

rule(
  {
    id: 'agent.images.infra',
    level: 'MUST',
    says: 'The image of --pod-infra-container-image is not collected.',
    source: flagRow('--pod-infra-container-image', 'behaviour'),
    program,
  },
  () => {
    test('leaves that image', async () => {
      needsPresent(targetDialect(), program, 'flag', infraFlag)
      const names = await removed(scarce, 1)
      expect(names).not.toEqual([])
      expect(names).not.toContain('infra')
    }).sees(never, 'infra-image-not-spared')
  },
)

rule(
  {
    id: 'agent.images.age',
    level: 'MUST',
    says: 'An unused image is not collected before --minimum-image-ttl-duration.',
    source: flagRow('--minimum-image-ttl-duration', 'behaviour'),
    program,
    overlaps: true,
  },
  () => {
    test('collects old images', async () => {
      expect(await removed(full, 3)).not.toEqual([])
    }).sees(never)

    test('leaves young ones', async () => {
      expect(await removed(young, Infinity, staysAwayMs)).toEqual([])
    }).sees('image-ttl-ignored')
  },
)
