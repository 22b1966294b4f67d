import { dirname, join } from 'node:path'
import { debianProgram, hasProgram } from '#test/support/debian-program.ts'

/** Composer as a command: that of this machine, or Debian’s on the PHP that is here. Undefined where neither is to be had. */
export function composerCommand(): readonly [program: string, ...parts: string[]] | undefined {
  if (hasProgram('composer')) return ['composer']
  if (!hasProgram('php')) return undefined
  const found = debianProgram('usr/bin/composer', debianPackages)
  if (found === undefined) return undefined
  const libraries = join(dirname(found.path), '../share/php')
  return ['php', '-d', `include_path=${libraries}:/usr/share/php`, found.path]
}

const composerParts = [
  'ca-bundle',
  'class-map-generator',
  'metadata-minifier',
  'pcre',
  'semver',
  'spdx-licenses',
  'xdebug-handler',
]
const symfonyParts = [
  'console',
  'deprecation-contracts',
  'filesystem',
  'finder',
  'process',
  'service-contracts',
  'string',
]
const debianPackages = [
  'composer',
  'jsonlint',
  ...composerParts.map((name) => `php-composer-${name}`),
  ...symfonyParts.map((name) => `php-symfony-${name}`),
  'php-json-schema',
  'php-psr-container',
  'php-psr-log',
  'php-react-promise',
  'php-seld-signal-handler',
]
