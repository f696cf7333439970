import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';
import mqtt, { type IConnectPacket, type IPublishPacket, type Packet } from 'mqtt-packet';

/** The answers of a broker; by default it accepts everything. */
export interface BrokerBehaviour {
  /** Replaces the answer to a new connection; the broker then ignores what it receives. */
  onOpen?: (socket: Socket) => void;
  /** Return code or reason code of CONNACK. */
  connack?: (connect: IConnectPacket) => number;
  /** Reason code for a message with confirmation; undefined: no confirmation. */
  ack?: (publish: IPublishPacket) => number | undefined;
  /** Reason code of a DISCONNECT instead of a confirmation (MQTT 5). */
  disconnect?: number;
}

export interface MqttBroker {
  /** Without a path. */
  url: string;
  connects: IConnectPacket[];
  published: IPublishPacket[];
  /** Names of all received packets, in their order. */
  packets: string[];
  /** Number of connections that are open. */
  open(): number;
}

/** Starts a broker on a free port of this machine. It parses and writes packets with a library of its own. */
export async function mqttBrokerFor(t: ExecutionContext, behaviour: BrokerBehaviour = {}): Promise<MqttBroker> {
  const sockets = new Set<Socket>();
  const broker: MqttBroker = { url: '', connects: [], published: [], packets: [], open: () => sockets.size };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (behaviour.onOpen) return behaviour.onOpen(socket.resume());
    const connection = { socket, version: 5 };
    const parser = mqtt.parser();
    parser.on('packet', (packet: Packet) => answer(packet, connection, broker, behaviour));
    socket.on('data', (bytes) => parser.parse(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  broker.url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.teardown(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return broker;
}

function answer(
  packet: Packet,
  connection: { socket: Socket; version: number },
  broker: MqttBroker,
  { connack = () => 0, ack = () => 0, disconnect }: BrokerBehaviour,
): void {
  const { socket } = connection;
  const send = (answerPacket: Packet) =>
    socket.write(mqtt.generate(answerPacket, { protocolVersion: connection.version } as never));
  broker.packets.push(packet.cmd);
  if (packet.cmd === 'connect') {
    broker.connects.push(packet);
    connection.version = packet.protocolVersion ?? 4;
    const code = connack(packet);
    send({ cmd: 'connack', sessionPresent: false, reasonCode: code, returnCode: code });
    if (code !== 0) socket.end();
  }
  if (packet.cmd === 'publish') {
    broker.published.push(packet);
    if (disconnect !== undefined) {
      send({ cmd: 'disconnect', reasonCode: disconnect });
      socket.end();
      return;
    }
    const code = ack(packet);
    if (packet.qos === 0 || code === undefined) return;
    send({ cmd: packet.qos === 1 ? 'puback' : 'pubrec', messageId: packet.messageId, reasonCode: code });
  }
  if (packet.cmd === 'pubrel') send({ cmd: 'pubcomp', messageId: packet.messageId, reasonCode: 0 });
  if (packet.cmd === 'disconnect') socket.end();
}
