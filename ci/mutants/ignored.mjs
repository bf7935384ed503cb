// Parts of the reference that are not mutated, each with its reason. Stryker's instrumenter calls `shouldIgnore` for
// every node before it mutates the node.

/** Files without behaviour that the documents specify. */
export const ignoredFiles =
  /(?:^|\/)(?:testing|quirks)\/|\/program\/(?:own-arguments|every-other-start)\.ts$|(?:^|\/)(?:\w+-)?(?:faults|freedoms)(?:\.ts$|\/)|\.test(?:-support)?\.ts$/

const listNames = /(?:faults|freedoms)$/i
const errorNames = /(?:Error|^Refusal)$/
// Declarations of flags: a name, a type, and the text of the help.
const flagFunctions = /^(?:flag|agentFlag)$/
const helpArgument = 2
const messageFunctions = /^(?:say|warn|log|refused|wrong|complain)$/

/** @param quirks the names of all faults and freedoms */
export function ignorersOf(quirks) {
  return [
    {
      shouldIgnore({ node }) {
        if (node.type === 'VariableDeclarator' && listNames.test(node.id.name ?? ''))
          return 'a list of faults'
        if (node.type === 'StringLiteral' && quirks.has(node.value)) return 'the name of a fault'
        return undefined
      },
    },
    {
      shouldIgnore(path) {
        const { node, parent, listKey } = path
        if (listKey !== 'arguments' || !/^(?:StringLiteral|TemplateLiteral)$/.test(node.type))
          return undefined
        const callee = parent.callee?.name ?? parent.callee?.property?.name ?? ''
        if (parent.type === 'NewExpression' && errorNames.test(callee)) return 'the text of an error'
        if (flagFunctions.test(callee) && path.key === helpArgument) return 'the text of the help'
        return messageFunctions.test(callee) ? 'a line for people' : undefined
      },
    },
  ]
}
