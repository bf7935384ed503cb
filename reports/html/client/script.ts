import { evidenceScript } from './evidence.ts'
import { filterScript } from './filter.ts'
import { keysScript } from './keys.ts'
import { navigateScript } from './navigate.ts'
import { themeScript } from './theme.ts'

/** The page's script: parts that call each other's functions, in one scope of their own. */
export const clientScript = `(() => {
'use strict'
const all = (selector, root = document) => [...root.querySelectorAll(selector)]
const byId = (id) => document.getElementById(id)
${themeScript}
${evidenceScript}
${filterScript}
${navigateScript}
${keysScript}
})()`
