import { refuses, rulesOf, says } from '#kit'
import { apiVersions } from '../shared/configuration/api-versions.ts'
import { refusedKinds } from './v1alpha1-refusals.ts'

const { must } = rulesOf({ document: 1, section: 'Versioning', overlaps: true })

for (const { area, name, files, wrongFiles } of refusedKinds) {
  must(
    `${area}.file.v1alpha1-refusals`,
    {
      row: 'identical fields',
      aspect: `refusals of ${name}`,
      twin: `${area}.file.versions/accepts-every-field-under-v1alpha1`,
    },
    () => {
      says(`A file of ${name} in v1alpha1 is refused for what a file in v1 is refused for.`)
      refuses
        .for(wrongFiles)('a file %s', async ([changes, about]) => {
          await files.refuses({ apiVersion: apiVersions.v1alpha1, ...changes }, about)
        })
        .sees(`${name}-v1alpha1-unchecked`)
    },
  )
}
