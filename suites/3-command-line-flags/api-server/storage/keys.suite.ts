import { rulesOf } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'

const { excluded } = rulesOf()

excluded(
  'flag.storage-backend.persistence',
  flagRow('--storage-backend', 'meaning'),
  'etcd3 persists objects in etcd.',
  'Said by the name of the only option: flag.etcd-prefix.keys finds the objects of a server with etcd3 in etcd, and flag.storage-backend.values judges the option.',
)

excluded(
  'flag.storage-media-type.ignored',
  flagRow('--storage-media-type', 'some resources'),
  'Some resources ignore the media type.',
  'The documents do not list these resources, so any form of any of them is permitted.',
)
