import { gateLines } from '../gates/help.ts'
import { agentFlag } from './agent-flag.ts'

/** Flags for the process itself. */
export const processFlags = [
  agentFlag('config', 'string', 'file that configures everything'),
  agentFlag('config-dir', 'string', 'directory of files above that one', { default: '' }),
  agentFlag('exit-on-lock-contention', 'bool', 'ends when somebody wants the lock'),
  agentFlag('feature-gates', 'pairs', 'what is tried and what is left out', {
    details: gateLines,
    deprecated: 'to be set in the file of --config',
    field: '/featureGates',
  }),
  agentFlag('help', 'help', 'prints this text', { short: 'h' }),
  agentFlag('lock-file', 'string', 'file that only one holds'),
  agentFlag('log-flush-frequency', 'duration', 'longest time that a log line waits', { default: '5s' }),
  agentFlag('log-text-info-buffer-size', 'quantity', 'memory for log lines that wait', {
    default: '0',
    deprecated: 'to be set in the file of --config',
    field: '/logging/options/text/infoBufferSize',
  }),
  agentFlag('log-text-split-stream', 'bool', 'errors to one stream, the rest to another', {
    deprecated: 'to be set in the file of --config',
    field: '/logging/options/text/splitStream',
  }),
  agentFlag('logging-format', 'string', 'form of log lines', {
    default: 'text',
    oneOf: ['text'],
    deprecated: 'to be set in the file of --config',
    field: '/logging/format',
  }),
  agentFlag('root-dir', 'string', 'where its files lie', { default: '/var/lib/orchlet' }),
  agentFlag('v', 'int', 'how much is logged', { short: 'v' }),
  agentFlag('version', 'version[=true]', 'prints the version and ends, or sets it'),
  agentFlag('vmodule', 'pattern=N,...', 'how much is logged by which files'),
]
