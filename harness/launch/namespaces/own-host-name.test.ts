import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { hasAbility } from '../../machine/abilities.ts'
import { withHostName } from './own-host-name.ts'

test.skipIf(!hasAbility('host-name'))(
  'withHostName gives a program a host name that no other process has',
  () => {
    const [file = '', ...args] = withHostName(['hostname'], 'somewhere-else')
    const hostNameBefore = hostname()

    expect(spawnSync(file, args, { encoding: 'utf8' }).stdout.trim()).toBe('somewhere-else')
    expect(hostname()).toBe(hostNameBefore)
  },
)
