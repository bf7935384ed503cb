// Text of a new rule, to be filled in: its accepted case, a near miss, and the fault that the near miss detects.
import { posix } from 'node:path'

/** Imports of the rules of a program, by the area that their ids begin with. The first match applies. */
const areas = [
  {
    idPrefix: 'agent.',
    role: 'node-agent',
    shared: 'node-agent.ts',
    accepted: 'expectAgentAccepted',
    refusal: 'expectAgentRefusal',
  },
  {
    idPrefix: 'manager.',
    role: 'controller-manager',
    shared: 'controller-manager.ts',
    accepted: 'expectManagerAccepted',
    refusal: 'expectManagerRefusal',
  },
  {
    idPrefix: '',
    role: 'apiserver',
    shared: 'api-server.ts',
    accepted: 'expectAccepted',
    refusal: 'expectRefusal',
  },
]

/** Returns the program that a rule with this id tests, and the functions that test it. */
export function areaOf(id) {
  return areas.find(({ idPrefix }) => id.startsWith(idPrefix))
}

/** Returns a placeholder for the name of the fault that the near miss of a rule detects. The author replaces it. */
export function placeholderFault(id) {
  return `${id.split('.').slice(-2).join('-')}-missed`
}

/**
 * Returns the text of a suite file with a new rule at its end.
 * @param file its path below the repository's root: `suites/1-apiserver-configuration/tracing/rates.suite.ts`
 * @param text its content; empty for a new one
 */
export function withRule(file, id, text = '') {
  const { shared, accepted, refusal } = areaOf(id)
  const sharedModule = posix.relative(posix.dirname(file), `suites/shared/${shared}`)
  const [, document] = /^suites\/([123])-/.exec(file) ?? []
  const withKitImport = withImport(text, '#kit', ['accepts', 'refuses', 'rulesOf', 'says'])
  const withAllImports = withImport(withKitImport, sharedModule, [accepted, refusal])
  // The common part of the rules of the file exists already or is added here.
  const [common] = /^const \{[^}]*\bmust\b[^}]*\} = rulesOf\(.*/m.exec(text) ?? []
  const rulesDeclaration = common === undefined ? 'const { must } = rulesOf()\n\n' : ''
  return `${withAllImports.trimEnd()}

${rulesDeclaration}// To fill in: sentence, place and level; the flags or fields of both cases; names in place of "it".
must('${id}', { document: ${document}, section: 'To fill in', row: 'to fill in' }, () => {
  says('What the documents demand, in words of our own.')
  accepts({ title: 'it', id: 'usual' }, async () => {
    await ${accepted}({})
  })

  // The case differs from the accepted one in exactly one thing. The second argument is the subject of the refusal.
  refuses({ title: 'it with one thing otherwise', id: 'one-thing-otherwise' }, async () => {
    await ${refusal}({}, 'to-fill-in')
  }).sees('${placeholderFault(id)}')
})
`
}

/** Returns the text with these names added to its imports from a module. */
function withImport(text, from, names) {
  const existingImport = new RegExp(`^import \\{([^}]*)\\} from '${from.replace(/[.]/g, '\\.')}'$`, 'm').exec(
    text,
  )
  if (existingImport !== null) {
    const existingNames = existingImport[1].split(',').map((name) => name.trim())
    const allNames = [...new Set([...existingNames.filter((name) => name !== ''), ...names])]
    return text.replace(existingImport[0], `import { ${allNames.join(', ')} } from '${from}'`)
  }
  const line = `import { ${names.join(', ')} } from '${from}'\n`
  const lastImport = [...text.matchAll(/^import [^;]*? from '[^']+'\n/gm)].at(-1)
  const insertAt = lastImport === undefined ? 0 : lastImport.index + lastImport[0].length
  return text.slice(0, insertAt) + line + text.slice(insertAt)
}
