import { excluded } from '#harness/check/rule.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'
import { prefixRules } from './prefix.ts'
import { storedFormRules } from './stored-form.ts'
import { storedWorlds } from './stored-worlds.ts'

const worlds = storedWorlds()

prefixRules(worlds)
storedFormRules(worlds)

excluded({
  id: 'flag.storage-backend.persistence',
  says: 'etcd3 persists objects in etcd.',
  source: flagRow('--storage-backend', 'meaning'),
  excluded: {
    reason:
      'Said by the name of the only option: flag.etcd-prefix.keys finds the objects of a server with etcd3 in etcd, and flag.storage-backend.values judges the option.',
  },
})

excluded({
  id: 'flag.storage-media-type.ignored',
  says: 'Some resources ignore the media type.',
  source: flagRow('--storage-media-type', 'some resources'),
  excluded: { reason: 'The documents do not list these resources, so any form of any of them is permitted.' },
})
