import { accepts, refuses, rulesOf, says, seeing } from '#kit'
import { file } from '#kit/launch.ts'
import { acceptedTogether } from '../../../shared/accepted-together.ts'
import { expectRefusal } from '../../../shared/api-server.ts'
import { configurationFlag, type KindName, configurationKinds } from '../../../shared/configuration/kinds.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { exampleFiles } from './examples.ts'

const { must } = rulesOf({ overlaps: true })

const acceptedStart = acceptedTogether()

for (const kind of Object.keys(configurationKinds) as KindName[]) {
  const { flag, errorTerms, contentWords, complete } = configurationKinds[kind]
  const exampleFile = exampleFiles[kind]
  const expectExample = exampleFile && acceptedStart(configurationFlag(kind, exampleFile))
  must(
    `flag.${flag.slice(2)}.file`,
    { ...flagRow(flag, 'file'), ...(expectExample === undefined && { twin: complete }) },
    () => {
      says(`The file that the flag names is read, and must hold ${contentWords}.`)
      if (expectExample !== undefined) accepts(`${contentWords}`, expectExample)

      refuses({ title: 'a path at which no file exists', id: 'a path where no file is' }, async () => {
        await expectRefusal({ flags: { [flag]: '/nonexistent/file.yaml' } }, '/nonexistent/file.yaml')
      }).sees('missing-file-accepted')

      const contents = {
        'an empty file': seeing(['empty-file-accepted'], ''),
        'a file that is not in the form of configuration files': seeing(['broken-file-accepted'], 'kind: ['),
      }

      refuses.for(contents)('%s', async (content) => {
        const brokenFile = file('configuration.yaml', content, { verbatim: true })
        await expectRefusal({ flags: { [flag]: brokenFile } }, errorTerms)
      })
    },
  )
}
