import { refuses, rulesOf, says, formerly } from '#kit'
import { expectRefusal } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'

const { must } = rulesOf({
  overlaps: true,
  twin: 'flag.etcd-servers-overrides.resource/objects-of-the-resource-are-stored-by-the-servers-of-its-entry',
})

const flag = '--etcd-servers-overrides'
const url = 'http://127.0.0.1:2379'
const malformedOverrides = {
  'an entry without servers': 'networking.orch.io/ingressclasses',
  'an entry with an empty list of servers': 'networking.orch.io/ingressclasses#',
  'an entry without group': `ingressclasses#${url}`,
  'an entry with only servers': formerly('an entry of servers alone', url),
}

must('flag.etcd-servers-overrides.form', flagRow(flag, 'form'), () => {
  says('An entry has the form group/resource#servers.')
  refuses
    .for(malformedOverrides)('%s', async (entry) => {
      await expectRefusal({ flags: { [flag]: entry } }, 'etcd-servers-overrides')
    })
    .sees('etcd-override-form-unchecked')
})
