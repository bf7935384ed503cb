import { type Command, Option } from 'commander'
import type { StandAlonePeer } from '../../peer.ts'
import { peerList } from './mock.ts'
import { parsePort } from '../line/values.ts'

/** Adds the options of `mock`, also for the separate program of the peers. */
export function addMockOptions(command: Command, peers: readonly StandAlonePeer[]): Command {
  return command
    .description('run mock peers standalone and log their requests')
    .argument('[peer...]', 'names of peers')
    .option('--port <n>', 'TCP port to listen on; 0 selects a free port', parsePort, 0)
    .option('--script <file>', 'script with responses: rules (.yaml, .json) or a JavaScript module')
    .option(
      '--target <name|file>',
      'dialect for printed flags and files: reference, kubernetes, or a target file',
      'reference',
    )
    .addOption(
      new Option('--format <format>', 'output format; json prints one object per line')
        .choices(['pretty', 'json'])
        .default('pretty'),
    )
    .option(
      '--control-port <n>',
      'HTTP port on loopback that scripts, asks and resets the peers; 0 selects a free port',
      parsePort,
    )
    .addHelpText('after', () => (peers.length === 0 ? '' : `\n${peerList(peers)}`))
}
