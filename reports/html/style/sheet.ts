import { baseStyle } from './base.ts'
import { checkStyle } from './check.ts'
import { colourStyle } from './colours.ts'
import { filterStyle } from './filters.ts'
import { layoutStyle } from './layout.ts'
import { ruleStyle } from './rules.ts'
import { timelineStyle } from './timeline.ts'

/** The page's style sheet. */
export const styleSheet = [
  colourStyle,
  baseStyle,
  layoutStyle,
  filterStyle,
  ruleStyle,
  checkStyle,
  timelineStyle,
].join('')
