import { UsageError } from './settings.ts'

const options =
  '--json --key --base-url --forward-to --events --label --secret --state --currency --phone --reference --wait --help'

/** A shell script that completes commands and options. Error: UsageError for an unsupported shell. */
export function completionOf(shell: string, commands: readonly string[]): string {
  const words = `${commands.join(' ')} ${options}`
  if (shell === 'bash') return `complete -W "${words}" payments\n`
  if (shell === 'zsh') return `#compdef payments\n_arguments '*: :(${words})'\n`
  throw new UsageError('Completion is there for bash and zsh: payments completion bash')
}
