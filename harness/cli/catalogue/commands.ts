import { type Command, Option } from 'commander'
import type { ExcludedRule, Rule } from '../../catalogue.ts'
import type { Product } from '../../run/product.ts'
import { grepOption, onlyOption } from '../line/options.ts'
import { rejectExtraWords } from '../line/runs.ts'
import { appendProfile } from '../line/values.ts'
import { type ExplainOptions, explainText } from './explain.ts'
import { type ListOptions, listOutput, readCatalogue, writePages } from './list.ts'

/**
 * Adds `list` and `explain`.
 * @param isInScope reports whether `list` shows a rule
 */
export function addCatalogueCommands(
  program: Command,
  product: Product,
  isInScope: (rule: Rule | ExcludedRule) => boolean,
): void {
  program
    .command('list')
    .description('list all rules with their source, level and checks')
    .option('--json', 'print JSON', false)
    .addOption(new Option('--ids', 'print only the ids of rules and checks, one per line').conflicts('json'))
    .addOption(
      new Option('--areas', 'print the areas of rules, with their rules and checks').conflicts('ids'),
    )
    .addOption(
      new Option(
        '--situations',
        'print the rows of the documents with the kinds of situations in which checks try them',
      ).conflicts(['ids', 'areas']),
    )
    .option(...onlyOption)
    .option(...grepOption)
    .option('--profile <name>', 'only the rules of this profile; repeatable', appendProfile)
    .addOption(
      new Option(
        '--pages <dir>',
        'write a Markdown page per section of the documents, and print nothing',
      ).conflicts(['json', 'ids', 'areas', 'situations']),
    )
    .option('--run <dir>', 'with --pages: show the results of the run in this output directory')
    .action(async (options: ListOptions) => {
      if (options.pages !== undefined) return writePages(product, options, isInScope)
      const situations = options.situations ? await product.situations() : []
      const catalogue = await readCatalogue(product)
      process.stdout.write(listOutput(catalogue, options, isInScope, product.outline(), situations))
    })
  program
    .command('explain')
    .description(
      'show a rule, its checks and its latest result, or a row or a section of the documents and its rules',
    )
    .argument(
      '<rule>',
      'rule or check id, or a row or a section, such as --profiling or "document 1, AuthenticationConfiguration, jwt"',
    )
    // The keys of many rows are flags, so one argument may look like an option.
    .allowUnknownOption()
    .allowExcessArguments()
    .option('--run <dir>', 'output directory of the run whose results are shown', 'out')
    .addOption(new Option('--out <dir>', 'the same as --run').hideHelp())
    .option('--evidence <dir>', 'with a check id: write the evidence of the check into this directory')
    .action(async (id: string, options: ExplainOptions, self: Command) => {
      rejectExtraWords(self)
      process.stdout.write(await explainText(await readCatalogue(product), id, options, product))
    })
}
