print("doodle")
