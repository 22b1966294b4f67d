/** How a figure goes: as it is while all is well, then while the fault lasts. */
export type Course =
  /** Its value. */
  | readonly ['gauge', well: number, ill: number]
  /** What it grows by in half a minute. */
  | readonly ['counter', well: number, ill: number]
  /** The time of the last turn, which does not come while the fault lasts. */
  | readonly ['time']
  /** The time of the first turn, which comes only once the fault has ended. */
  | readonly ['first time']
  /** A counter that begins with the fault, at 1, and stays there. */
  | readonly ['begins']
  /** It is not there while the fault lasts, as when nobody tells of it. */
  | readonly ['gone']

/** What a fault does to the figures, and the one alert that it raises. */
export interface AlertFault {
  readonly figures: Readonly<Record<string, Course>>
  /** Of the alert, besides its severity. */
  readonly labels?: Readonly<Record<string, string>>
  readonly summary: string
  /** How long it lasts, and until nothing is seen of it any more; 20 minutes each. */
  readonly lastsMinutes?: number
  readonly fadesMinutes?: number
}

const requests = (status: string): string =>
  `http_request_duration_seconds_count{route="/v2/collections",status="${status}",instance="api-1"}`
const buckets = (name: string, labels: string, ...bounds: readonly Course[]) => {
  const [low = ['gauge', 0, 0], high = ['gauge', 0, 0]] = bounds
  return {
    [`${name}_bucket{${labels},le="1"}`]: low,
    [`${name}_bucket{${labels},le="10"}`]: high,
    [`${name}_bucket{${labels},le="+Inf"}`]: high,
  } satisfies Readonly<Record<string, Course>>
}

const api = 'api_call_log_dropped_total{instance="api-9"}'
const slots = (queue: string): string =>
  `temporal_worker_task_slots_available{task_queue="${queue}",worker_type="LocalActivityWorker"}`
const queues = ['payments', 'webhooks', 'operator-mtn', 'operator-moov', 'mail']

/** What each running service shows, whatever its faults. */
export const running: AlertFault['figures'] = {
  [api]: ['counter', 0, 0],
  ...Object.fromEntries(queues.map((queue) => [slots(queue), ['gauge', 100, 100] as const])),
}

/** Faults that raise an alert of `alertFaults` in another way. */
export const otherFaults: readonly (readonly [alert: string, how: string, fault: AlertFault])[] = [
  [
    'ServiceAnswersErrors',
    'by the first error of a route, and by no second',
    {
      figures: { [requests('202')]: ['counter', 30, 30], [requests('500')]: ['begins'] },
      labels: { route: '/v2/collections' },
      summary: 'Requests to /v2/collections end with 500',
      lastsMinutes: 4,
    },
  ],
  [
    'DatabaseAway',
    'though nobody asks for anything',
    {
      figures: {
        'outbox_entries{instance="api-1"}': ['gauge', 0, Number.NaN],
        'outbox_entries{instance="worker-1"}': ['gauge', 0, Number.NaN],
      },
      summary: 'The database does not answer',
    },
  ],
  [
    'BooksNotProven',
    'by a check that has never been',
    {
      figures: { ledger_proof_completed_timestamp_seconds: ['first time'] },
      summary: 'The books were not proven for a day and a half',
      lastsMinutes: 37 * 60,
    },
  ],
  ...['operator-mtn', 'mail'].map((queue): (typeof otherFaults)[number] => [
    'QueueWithoutWorker',
    `of ${queue}`,
    {
      figures: { [slots(queue)]: ['gone'] },
      labels: { task_queue: queue },
      summary: `No worker serves ${queue}`,
    },
  ]),
]

/** For each alert of deploy/alerts.yaml, in figures that processes show (docs/monitoring.md). */
export const alertFaults: Readonly<Record<string, AlertFault>> = {
  NoApi: { figures: { [api]: ['gone'] }, summary: 'No API is running, or none can be read' },
  QueueWithoutWorker: {
    figures: { [slots('payments')]: ['gone'] },
    labels: { task_queue: 'payments' },
    summary: 'No worker serves payments',
  },
  ServiceAnswersErrors: {
    figures: { [requests('202')]: ['counter', 30, 30], [requests('500')]: ['counter', 0, 1] },
    labels: { route: '/v2/collections' },
    summary: 'Requests to /v2/collections end with 500',
  },
  DatabaseAway: {
    figures: { [requests('202')]: ['counter', 30, 0], [requests('503')]: ['counter', 0, 30] },
    summary: 'The database does not answer',
  },
  LogInsFail: {
    figures: { 'security_events_total{event="auth.failed"}': ['counter', 1, 10] },
    summary: '200 wrong passwords and codes within ten minutes',
  },
  LimitsRefuse: {
    figures: { 'security_events_total{event="limit.refused"}': ['counter', 1, 60] },
    summary: '1200 requests above a limit within ten minutes',
  },
  OutboxOld: {
    figures: {
      'outbox_oldest_age_seconds{instance="api-1"}': ['gauge', 0, 45],
      'outbox_oldest_age_seconds{instance="worker-1"}': ['gauge', 1, 45],
    },
    summary: 'What is owed to Temporal is 45 s old',
  },
  CollectionsOverdue: {
    figures: {
      'payments_overdue{kind="collection",mode="live",provider="mtn-benin"}': ['gauge', 0, 2],
    },
    labels: { provider: 'mtn-benin' },
    summary: 'Collections at mtn-benin are open past their time',
  },
  MoneyOutOverdue: {
    figures: {
      'payments_overdue{kind="payout",mode="live",provider="moov-benin"}': ['gauge', 0, 1],
      'payments_overdue{kind="payout",mode="sandbox",provider="moov-benin"}': ['gauge', 0, 9],
    },
    labels: { kind: 'payout', provider: 'moov-benin' },
    summary: 'Nobody knows the end of a payout at moov-benin',
  },
  RunsMissing: { figures: { runs_missing: ['gauge', 0, 1] }, summary: 'Facts have no run' },
  RunsOrphaned: {
    figures: { runs_orphaned: ['gauge', 0, 4] },
    summary: 'Runs have no fact in the books',
  },
  RunsAskForAttention: {
    figures: { runs_attention: ['gauge', 0, 3] },
    summary: '3 runs cannot go on by themselves',
  },
  SweepsStopped: {
    figures: { runs_swept_timestamp_seconds: ['time'] },
    summary: 'Books and runs were not compared for ten minutes',
  },
  OperatorAway: {
    figures: {
      'operator_calls_total{provider="mtn-benin",outcome="accepted"}': ['counter', 10, 10],
      'operator_calls_total{provider="mtn-benin",outcome="unavailable"}': ['counter', 0, 5],
      'operator_calls_total{provider="moov-benin",outcome="accepted"}': ['counter', 10, 10],
    },
    labels: { provider: 'mtn-benin' },
    summary: 'mtn-benin does not answer, or does not let us in',
  },
  OperatorSlow: {
    figures: buckets(
      'operator_call_duration_seconds',
      'provider="moov-benin"',
      ['counter', 10, 0],
      ['counter', 10, 10],
    ),
    labels: { provider: 'moov-benin' },
    summary: 'moov-benin is slow',
  },
  StepsFail: {
    figures: { 'step_failures_total{step="settle",code="23514"}': ['counter', 0, 2] },
    labels: { step: 'settle', code: '23514' },
    summary: 'The step settle fails with 23514',
  },
  BooksDoNotHold: {
    figures: { ledger_proof_differences: ['gauge', 0, 2] },
    summary: 'The books do not hold',
  },
  BooksNotProven: {
    figures: { ledger_proof_completed_timestamp_seconds: ['time'] },
    summary: 'The books were not proven for a day and a half',
    lastsMinutes: 37 * 60,
  },
  DeliveriesFail: {
    figures: { 'webhook_deliveries_open{mode="live",status="failed"}': ['gauge', 3, 150] },
    summary: '150 webhooks failed and are tried again',
    lastsMinutes: 40,
  },
  DeskWaits: {
    figures: { 'desk_oldest_age_seconds{queue="bank_transfers"}': ['gauge', 0, 90_000] },
    labels: { queue: 'bank_transfers' },
    summary: 'The queue bank_transfers of the desk has waited for more than a day',
    lastsMinutes: 70,
  },
  AttemptsLost: {
    figures: { 'webhook_attempts_total{outcome="worker_lost"}': ['counter', 0, 1] },
    summary: 'Attempts of webhooks end with their worker',
    lastsMinutes: 30,
  },
  ApiLogDropped: {
    figures: { api_call_log_dropped_total: ['counter', 0, 3] },
    summary: 'Lines of the log of calls are not kept',
    fadesMinutes: 30,
  },
  TooFewWorkers: {
    figures: buckets(
      'temporal_workflow_task_schedule_to_start_latency_seconds',
      'task_queue="payments"',
      ['counter', 10, 0],
      ['counter', 10, 10],
    ),
    labels: { task_queue: 'payments' },
    summary: 'Tasks of payments wait for a worker',
  },
  RunsDoNotReplay: {
    figures: {
      'temporal_workflow_task_execution_failed_total{task_queue="payments"}': ['counter', 0, 1],
    },
    summary: 'A run does not replay',
  },
  NoSlots: {
    figures: {
      'temporal_worker_task_slots_available{task_queue="operator-mtn",worker_type="ActivityWorker"}':
        ['gauge', 100, 0],
      'temporal_worker_task_slots_available{task_queue="payments",worker_type="ActivityWorker"}': [
        'gauge',
        10,
        10,
      ],
    },
    labels: { task_queue: 'operator-mtn', worker_type: 'ActivityWorker' },
    summary: 'No worker of operator-mtn has a slot left',
  },
  TemporalAway: {
    figures: { 'temporal_long_request_failure_total{instance="worker-1"}': ['counter', 0, 60] },
    summary: 'Temporal cannot be reached',
  },
  EventLoopHeld: {
    figures: { 'nodejs_eventloop_lag_p99_seconds{instance="api-1"}': ['gauge', 0.01, 0.8] },
    labels: { instance: 'api-1' },
    summary: 'api-1 is held up',
  },
}
