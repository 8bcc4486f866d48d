export default function ChatPage({ id }: { id: string }) {
  return <h1>{id}</h1>
}
