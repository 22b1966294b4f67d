import type { Client } from '@temporalio/client'
import type { SkippedService } from '#test/support/time-skipping.ts'

export async function placeholder(client: Client, s: SkippedService) { void client; void s }
