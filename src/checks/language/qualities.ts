import type { Token } from "../spec/tokens.ts";
import { phraseList } from "./phrases.ts";

/** Qualities that are claimed with a number or not at all (ISO/IEC 25010 and the performance terms of INCOSE R34). */
const QUALITIES = phraseList(`
    availability, latency, latencies, throughput, load, loads, memory, capacity, uptime, downtime, bandwidth, storage, delay, delays
    overhead, scalability, concurrency, traffic, volume, volumes, retention, precision, accuracy, rate, rates, frequency
    footprint, consumption, utilisation, utilization, usage, time, times, duration, interval, intervals, period, periods
    size, sizes, length, lengths, depth, width, height, amount, amounts, number, numbers, quantity, quantities, count, counts
    cost, costs, loss, jitter, lag, staleness, resolution, density, range, distance, temperature, power, energy, disk, cpu, space
    headroom, redundancy, priority, workload, workloads, parallelism, backlog, timeout, timeouts, cache, buffer, buffers
    ttl, lifetime, rotation, performance, speed, speeds, durability, reliability, entropy, probability, impact
`);

/** Things whose number a system is built for. */
const COUNTABLES = phraseList(`
    connections, users, clients, requests, files, records, messages, devices, items, entries, documents, events, rows
    retries, attempts, threads, workers, sessions, tenants, objects, transactions, queries, payloads, uploads, datasets
    images, batches, jobs, tasks, nodes, customers, callers, subscribers, partitions, replicas, lists, tables, result, results
`);

const COUNTABLE_SET: ReadonlySet<string> = new Set(COUNTABLES);

/** Nouns that call for a number when a degree stands before them. */
export const QUALITY_NOUNS: ReadonlySet<string> = new Set([...QUALITIES, ...COUNTABLES]);

export function isCountable(noun: string): boolean {
  return COUNTABLE_SET.has(noun);
}

const BETWEEN = new Set(
  "response processing waiting disk main total free query network start start-up startup error concurrent parallel simultaneous cpu memory storage overall additional extra request cache user data active open".split(
    " ",
  ),
);

/** A quality stands at the token, or behind one word that narrows it: "memory", "response time". */
export function hasQualityAfter(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index];
  if (next?.kind !== "word") return false;
  if (QUALITY_NOUNS.has(next.lower)) return true;
  return BETWEEN.has(next.lower) && QUALITY_NOUNS.has(tokens[index + 1]?.lower ?? "");
}
