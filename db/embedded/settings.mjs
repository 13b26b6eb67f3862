const COMMON = {
  listen_addresses: "127.0.0.1",
  // No socket file: its path may be too long for the system, and a password protects the port.
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "128MB",
  // A year of small writes must not leave a gigabyte of log segments in a demo's folder.
  max_wal_size: "256MB",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  log_line_prefix: "%m [%p] ",
};

/** For tests: a crash may lose everything, nothing waits for the disk, and there are no helper processes. */
const EPHEMERAL = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  io_method: "sync",
  // A connection that a test froze while it opened would hold up every `drop database` until this limit.
  authentication_timeout: "5s",
  checkpoint_timeout: "1h",
};

/**
 * Settings on the command line, not in the cluster's file: an old cluster gets those of a new release.
 *
 * @param {number} port
 * @param {boolean} ephemeral
 * @returns {string[]} arguments for the command line of postgres
 */
export function postgresSettings(port, ephemeral) {
  const all = { port: String(port), ...COMMON, ...(ephemeral ? EPHEMERAL : {}) };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
